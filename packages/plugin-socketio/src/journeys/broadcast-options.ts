import { count, hasPlaceholder, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from '../connection/text-of.ts'
import { connectionShape, replySchema, type ConnectionData } from './connection-shape.ts'

/** Options of the ready-made senders of messages to many recipients. Data that can be cloned. */
export interface BroadcastOptions extends ConnectionData {
  readonly event: string
  /** Payload with a text that contains `{stamp}`, by which the message is found again; texts may contain `{user}`. Default `{stamp}`. */
  readonly payload?: unknown
  /** Number of recipients, such as the users who hold a connection. */
  readonly expected: number
  /** Name of the event by which the target accepts a message. Default: an acknowledgement. `false`: there is no reply, and all messages count as accepted. */
  readonly reply?: string | false
}

const stamped = v.pipe(
  v.unknown(),
  v.check((payload) => hasPlaceholder(payload, 'stamp'), 'needs {stamp} in a text, or messages cannot be found again'),
)

/** The schema of {@link BroadcastOptions}. */
export const broadcastSchema: v.GenericSchema = strictObject({
  ...connectionShape,
  event: eventName,
  payload: v.optional(stamped),
  expected: count,
  reply: v.optional(replySchema),
})
