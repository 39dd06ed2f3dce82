import { ofNumbers, ofText } from '../service.ts'
import type { ServiceFunction } from '../service.ts'

/** `a + b`, as a number. */
export const add: ServiceFunction = ofNumbers(['a', 'b'], (a = 0, b = 0) => a + b)

/** `a * b`, as a number. */
export const multiply: ServiceFunction = ofNumbers(['a', 'b'], (a = 0, b = 0) => a * b)

/** A text in capitals. */
export const upper: ServiceFunction = ofText('s', (text) => text.toUpperCase())

/** Returns the message of a call under a given name, and the time of the call. */
export function echo(name: string): ServiceFunction {
  return ofText('message', (message) => ({ [name]: message, timestamp: Date.now() }))
}

/** `base` to the power of another argument, as a number. */
export function power(exponent: string): ServiceFunction {
  return ofNumbers(['base', exponent], (base = 0, to = 0) => base ** to)
}

/** Wraps the result of a function in an object with further fields. */
export function inObject({ parameters, call }: ServiceFunction, others: Readonly<Record<string, unknown>> = {}): ServiceFunction {
  return { parameters, call: (...values) => ({ result: call(...values), ...others }) }
}

/** Returns a count within the limit. @throws RangeError for any other number */
export function countUpTo(most: number, name: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= most) return count
  throw new RangeError(`${name} must be a whole number from 0 to ${most}`)
}
