import { markHandled } from './failure.ts'

/**
 * Whether a condition holds, by its truthiness.
 *
 * @param what names the condition, such as `check "accepted"`
 * @throws TypeError for a promise or a function, which is always truthy; the promise may reject without being awaited
 */
export function holds(value: unknown, what: string): boolean {
  if (typeof value === 'function') throw new TypeError(`${what}: a function would always pass; check the value that it returns`)
  if (letGo(value)) throw new TypeError(`${what}: a promise would always pass; check the value that it resolves with`)
  return Boolean(value)
}

/** Whether a value is a promise, which then may reject without being awaited. */
export function letGo(value: unknown): boolean {
  const isPromise = typeof value === 'object' && value !== null && 'then' in value
  if (isPromise) void markHandled(Promise.resolve(value))
  return isPromise
}
