import { showValue } from '../show-value.ts'
import type { FieldsProblem } from './check-together.ts'

/**
 * What is wrong with the names that the user chose for things of one kind.
 *
 * @param what one of them, such as `scenario`
 */
export function findNameProblems(names: readonly string[], what: string): readonly FieldsProblem[] {
  if (names.length === 0) return [{ message: `must have at least one ${what}` }]
  return names
    .filter((name) => !/^[\w.:-]+$/.test(name))
    .map((name) => ({ message: `${showValue(name)} is not a name`, hint: 'letters, digits, "_", "-", "." and ":" are allowed' }))
}
