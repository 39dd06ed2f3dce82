import * as v from 'valibot'

/** Any text. */
export const text: v.GenericSchema<string> = v.string('must be a string')

/** A text that is not empty. */
export const name: v.GenericSchema<string> = v.pipe(text, v.nonEmpty('must not be empty'))

/** `true` or `false`. */
export const flag: v.GenericSchema<boolean> = v.boolean('must be true or false')

/** A function, of whatever kind. */
export const callback: v.GenericSchema<(...values: unknown[]) => unknown> = v.function('must be a function')

/** A finite number. */
export const finite: v.GenericSchema<number> = v.custom(Number.isFinite, 'must be a number')

/** A whole number from 1. */
export const count: v.GenericSchema<number> = v.custom(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number from 1',
)

/** An object with any keys, which is no list. */
export function plainObject(message: string): v.GenericSchema<Readonly<Record<string, unknown>>> {
  return v.custom((value) => typeof value === 'object' && value !== null && !Array.isArray(value), message)
}

/** An object of texts. */
export const texts: v.GenericSchema<unknown, Readonly<Record<string, string>>> = v.pipe(
  plainObject('must be an object of strings'),
  v.record(v.string(), text),
)

/** Name of an event. */
export const eventName: v.GenericSchema<string> = v.custom(
  (value) => typeof value === 'string' && value !== '',
  'must be the name of an event',
)
