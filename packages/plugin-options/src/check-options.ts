import * as v from 'valibot'

/**
 * Checks options where they are given, such as in a call of a journey, and returns them completed.
 *
 * @param caller what was called, for the message
 * @throws TypeError that says everything that is wrong with them
 */
export function checkOptions<Output>(schema: v.GenericSchema<unknown, Output>, options: unknown, caller: string): Output {
  const { success, output, issues } = v.safeParse(schema, options)
  if (success) return output
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? [], issue.message].flat().join(': '))
  throw new TypeError(`${caller}: ${problems.join('; ')}`)
}
