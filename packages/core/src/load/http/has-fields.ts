/**
 * Whether a parsed answer has at least what is expected of it: the same value, or an object with such fields and any others.
 *
 * A list must be as long as the expected one, and have its parts in the same order.
 */
export function hasFields(answer: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(answer, expected)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer) !== Array.isArray(expected)) return false
  if (Array.isArray(expected) && Array.isArray(answer) && answer.length !== expected.length) return false
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(answer, key) && hasFields((answer as Readonly<Record<string, unknown>>)[key], value),
  )
}
