import * as v from 'valibot'

/**
 * Checks options where they are passed, such as in a call of a journey, and returns them with defaults filled in.
 *
 * @param caller name of the called function, for the message
 * @throws TypeError with everything that is wrong with the options
 */
export function checkOptions<Output>(schema: v.GenericSchema<unknown, Output>, options: unknown, caller: string): Output {
  const { success, output, issues } = v.safeParse(schema, options)
  if (success) return output
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? [], issue.message].flat().join(': '))
  throw new TypeError(`${caller}: ${problems.join('; ')}`)
}
