import type { FieldsProblem } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'

/**
 * Each load thread needs something to do.
 *
 * @param name the key that says how many there are to be shared out
 * @param count its value, which may be anything
 */
export function findWorkerProblems({ workers }: ConfigContext, name: string, count: unknown): readonly FieldsProblem[] {
  if (typeof workers !== 'number' || typeof count !== 'number' || count < 1 || workers <= count) return []
  return [{ message: `workers (${workers}) cannot be greater than ${name} (${count})`, hint: 'a worker would have nothing to do' }]
}
