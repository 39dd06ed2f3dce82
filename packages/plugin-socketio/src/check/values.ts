import { holds, refined, type Check } from './check.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** Any text. */
export const text: Check<string> = holds(isText, 'must be a string')

/** A text that is not empty. */
export const name: Check<string> = refined(text, (value) => value !== '', 'must not be empty')

/** Name of an event. */
export const eventName: Check<string> = holds((value) => isText(value) && value !== '', 'must be the name of an event')

/** `true` or `false`. */
export const flag: Check<boolean> = holds((value) => typeof value === 'boolean', 'must be true or false')

/** A function, of whatever kind. */
export const callback: Check<() => void> = holds((value) => typeof value === 'function', 'must be a function')

/** A whole number from 1. */
export const count: Check<number> = holds((value) => Number.isSafeInteger(value) && Number(value) >= 1, 'must be a whole number from 1')

/** A finite number. */
export const finite: Check<number> = holds(Number.isFinite, 'must be a number')

/** A text that a pattern matches. */
export function matching(pattern: RegExp, message: string): Check<string> {
  return refined(text, (value) => pattern.test(value), message)
}

/** One of some values. */
export function oneOf<Value>(values: readonly Value[], message: string): Check<Value> {
  return holds((value) => values.includes(value as Value), message)
}
