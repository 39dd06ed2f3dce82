import { milliseconds, name, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from '../connection/text-of.ts'
import { connectionShape, type ConnectionData } from './connection-shape.ts'

/** Options of the ready-made journey that sends events and waits for replies. Data that can be cloned. */
export interface EchoOptions extends ConnectionData {
  /** Default `echo`. */
  readonly event?: string
  /** Payload, whose texts may contain `{user}`, and `{iteration}`, a number that no other iteration has. Default `{iteration}`. */
  readonly payload?: unknown
  /** Name of the event that is the reply. Default: an acknowledgement. */
  readonly reply?: string
  /** Name of the member that is the same in the payload and in the reply. Default: the first event is the reply. */
  readonly match?: string
  /** Wait after each reply, as `1s` or in seconds. Default: none. */
  readonly pause?: string | number
}

/** The schema of {@link EchoOptions}. */
export const echoSchema: v.GenericSchema = v.pipe(
  strictObject({
    ...connectionShape,
    event: v.optional(eventName),
    payload: v.unknown(),
    reply: v.optional(eventName),
    match: v.optional(name),
    pause: v.optional(milliseconds),
  }),
  v.forward(
    v.partialCheck(
      [['match'], ['reply']],
      ({ match, reply }) => match === undefined || reply !== undefined,
      'needs reply: an acknowledgement always belongs to what was sent',
    ),
    ['match'],
  ),
)
