import { strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from '../connection/text-of.ts'
import { connectShape } from '../connection/connect-settings.ts'
import type { ConnectOptions } from '../socketio-client.ts'

/** An event that a user sends once it is connected, such as to enter a room. */
export interface JoinOptions {
  readonly event: string
  /** Payload, whose texts may contain `{user}`. */
  readonly payload?: unknown
  /** Name of the event that is the reply. Default: an acknowledgement. `false`: there is no reply. */
  readonly reply?: string | false
}

/** Options of the connections of a ready-made journey. Data that can be cloned; the texts in `auth` may contain `{user}`, the number of the user. */
export interface ConnectionData extends Omit<ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'> {
  /** Default `/`. */
  readonly namespace?: string
  /** Events that a user sends one after the other once it is connected. */
  readonly join?: readonly JoinOptions[]
}

const namespace = v.pipe(text, v.regex(/^(\/|(https?|wss?):\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'))

/** The schema of a reply: the name of an event, or `false` for none. */
export const replySchema: v.GenericSchema<unknown, string | false> = v.union(
  [eventName, v.literal(false)],
  'must be the name of an event, or false',
)

/** The schema of each option of {@link ConnectionData}. */
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
