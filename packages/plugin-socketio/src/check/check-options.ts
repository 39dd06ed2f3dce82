import type { StandardSchemaV1 } from '@benchpress/core'
import type { Check } from './check.ts'
import { Problems } from './problems.ts'

/**
 * Checks the options of a call in a journey.
 *
 * @param caller what was called, for the message
 * @throws TypeError that says everything that is wrong with them
 */
export function checkOptions<Output>(check: Check<Output>, options: unknown, caller: string): Output {
  const problems = new Problems()
  const output = check(options, problems, [])
  if (problems.list.length === 0) return output
  const lines = problems.list.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  throw new TypeError(`${caller}: ${lines.join('; ')}`)
}

/** What a plugin declares as its options; none at all are as good as empty ones. */
export function toSchema<Output>(check: Check<Output>): StandardSchemaV1<unknown, Output> {
  const validate = (options: unknown): StandardSchemaV1.Result<Output> => {
    const problems = new Problems()
    const value = check(options ?? {}, problems, [])
    return problems.list.length === 0 ? { value } : { issues: problems.list }
  }
  return { '~standard': { version: 1, vendor: 'benchpress', validate } }
}
