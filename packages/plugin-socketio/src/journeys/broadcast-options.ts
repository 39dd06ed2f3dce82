import { count, hasPlaceholder, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from '../connection/text-of.ts'
import { connectionShape, replySchema, type ConnectionData } from './connection-shape.ts'

/** What the ready-made senders of messages to many send. Data that can be cloned. */
export interface BroadcastOptions extends ConnectionData {
  readonly event: string
  /** A text in it contains `{stamp}`, by which the message is found again; texts may contain `{user}`. Default `{stamp}`. */
  readonly payload?: unknown
  /** How many it goes to, such as the users who hold a connection. */
  readonly expected: number
  /** Name of the event that says that the target has taken it over. Default: it is acknowledged. `false`: there is no reply, and all count as accepted. */
  readonly reply?: string | false
}

const stamped = v.pipe(
  v.unknown(),
  v.check((payload) => hasPlaceholder(payload, 'stamp'), 'needs {stamp} in a text, or messages cannot be found again'),
)

/** How they are checked. */
export const broadcastSchema: v.GenericSchema = strictObject({
  ...connectionShape,
  event: eventName,
  payload: v.optional(stamped),
  expected: count,
  reply: v.optional(replySchema),
})
