import { ofNumbers, ofText } from '../service.ts'
import type { ServiceFunction } from '../service.ts'

/** `a + b`, as a number. */
export const add: ServiceFunction = ofNumbers(['a', 'b'], (a = 0, b = 0) => a + b)

/** `a * b`, as a number. */
export const multiply: ServiceFunction = ofNumbers(['a', 'b'], (a = 0, b = 0) => a * b)

/** A text in capitals. */
export const upper: ServiceFunction = ofText('s', (text) => text.toUpperCase())

/** The message of a call, by the name that a service gives it, and when the call arrived. */
export function echo(name: string): ServiceFunction {
  return ofText('message', (message) => ({ [name]: message, timestamp: Date.now() }))
}

/** `base` to the power of another argument, as a number. */
export function power(exponent: string): ServiceFunction {
  return ofNumbers(['base', exponent], (base = 0, to = 0) => base ** to)
}

/** The same function with its result in an object, with other fields behind it. */
export function inObject({ parameters, call }: ServiceFunction, others: Readonly<Record<string, unknown>> = {}): ServiceFunction {
  return { parameters, call: (...values) => ({ result: call(...values), ...others }) }
}

/** The number, if it is a count within the limit. @throws RangeError otherwise */
export function countUpTo(most: number, name: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= most) return count
  throw new RangeError(`${name} must be a whole number from 0 to ${most}`)
}
