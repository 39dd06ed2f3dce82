import { strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from '../connection/text-of.ts'
import { connectShape } from '../connection/connect-settings.ts'
import type { ConnectOptions } from '../socketio-client.ts'

/** An event that a user sends once it is connected, such as to enter a room. */
export interface JoinOptions {
  readonly event: string
  /** May contain `{user}`. */
  readonly payload?: unknown
  /** Name of the event that is the reply to it. Default: it is acknowledged. `false`: there is no reply. */
  readonly reply?: string | false
}

/** How the users of a ready-made journey connect. Data that can be cloned; the texts in `auth` may contain `{user}`, the number of the user. */
export interface ConnectionData extends Omit<ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'> {
  /** Default `/`. */
  readonly namespace?: string
  /** Sent one after the other once a user is connected. */
  readonly join?: readonly JoinOptions[]
}

const namespace = v.pipe(text, v.regex(/^(\/|(https?|wss?):\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'))

/** The event that is the reply; or none. */
export const replySchema: v.GenericSchema<unknown, string | false> = v.union(
  [eventName, v.literal(false)],
  'must be the name of an event, or false',
)

/** How these options are checked. */
export const connectionShape: Readonly<Record<keyof ConnectionData, v.GenericSchema>> = {
  ...connectShape,
  namespace: v.optional(namespace),
  join: v.optional(
    v.array(
      strictObject({ event: eventName, payload: v.unknown(), reply: v.optional(replySchema) }),
      'must be a list of { event, payload, reply }',
    ),
  ),
}
