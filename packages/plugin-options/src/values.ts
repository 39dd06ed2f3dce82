import * as v from 'valibot'

/** Any text. */
export const text: v.GenericSchema<string> = v.string('must be a string')

/** A text that is not empty. */
export const name: v.GenericSchema<string> = v.pipe(text, v.nonEmpty('must not be empty'))

/** `true` or `false`. */
export const flag: v.GenericSchema<boolean> = v.boolean('must be true or false')

/** Any function. */
export const callback: v.GenericSchema<(...values: unknown[]) => unknown> = v.function('must be a function')

/** A finite number. */
export const finite: v.GenericSchema<number> = v.custom(Number.isFinite, 'must be a number')

/** A whole number from 1. */
export const count: v.GenericSchema<number> = v.custom(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number from 1',
)

/**
 * An object with any keys, which is no list.
 *
 * @param message what is reported for any other value
 */
export function plainObject(message: string): v.GenericSchema<Readonly<Record<string, unknown>>> {
  return v.custom((value) => typeof value === 'object' && value !== null && !Array.isArray(value), message)
}

/** An object of texts, such as headers. */
export const texts: v.GenericSchema<unknown, Readonly<Record<string, string>>> = v.pipe(
  plainObject('must be an object of strings'),
  v.record(v.string(), text),
)

const recipient = v.union([name, finite])
const recipientsKind = 'must be a name, a number, or a list of them'

/** By which names messages find a connection: one or several, as `deliveries.recipient` takes them. */
export const recipients: v.GenericSchema<unknown, string | number | readonly (string | number)[]> = v.union(
  [recipient, v.pipe(v.array(recipient), v.nonEmpty(recipientsKind))],
  recipientsKind,
)
