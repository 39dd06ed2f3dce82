import { anything, optional, type Check } from '../check/check.ts'
import { milliseconds } from '../check/duration.ts'
import { object } from '../check/structures.ts'
import { eventName, name } from '../check/values.ts'
import { connectionShape, type ConnectionData } from './connection-shape.ts'

/** What the ready-made askers send. Data that can be cloned. */
export interface EchoOptions extends ConnectionData {
  /** Default `echo`. */
  readonly event?: string
  /** Texts in it may contain `{user}`, and `{iteration}`, a number that no other iteration has. Default `{iteration}`. */
  readonly payload?: unknown
  /** Name of the event that answers it. Default: it is acknowledged. */
  readonly reply?: string
  /** Member that is the same in the payload and in its answer. Default: the first answer is the one. */
  readonly match?: string
  /** Wait after each answer, as `1s` or in seconds. Default: none. */
  readonly pause?: string | number
}

const shape = object({
  ...connectionShape,
  event: optional(eventName),
  payload: optional(anything),
  reply: optional(eventName),
  match: optional(name),
  pause: optional(milliseconds),
})

/** How they are checked. */
export const echoSchema: Check = (value, problems, path) => {
  const { match, reply, ...others } = shape(value, problems, path)
  if (match !== undefined && reply === undefined)
    problems.add([...path, 'match'], 'needs reply: an acknowledgement always belongs to what was sent')
  return { match, reply, ...others }
}
