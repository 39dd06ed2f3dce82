import { anything, optional, type Check } from '../check/check.ts'
import { either, list, object } from '../check/structures.ts'
import { eventName, matching, oneOf } from '../check/values.ts'
import { connectShape } from '../connection/connect-settings.ts'
import type { ConnectOptions } from '../socketio-client.ts'

/** An event that a user sends once it is connected, such as to enter a room. */
export interface JoinOptions {
  readonly event: string
  /** May contain `{user}`. */
  readonly payload?: unknown
  /** Name of the event that answers it. Default: it is acknowledged. `false`: there is no answer. */
  readonly reply?: string | false
}

/** How the users of a ready-made journey connect. Data that can be cloned; the texts in `auth` may contain `{user}`, the number of the user. */
export interface ConnectionData extends Omit<ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'> {
  /** Default `/`. */
  readonly namespace?: string
  /** Sent one after the other once a user is connected. */
  readonly join?: readonly JoinOptions[]
}

const namespace = matching(/^(\/|(https?|wss?):\/\/.)/i, 'must start with "/", or be a URL with http:// or https://')

/** The event that answers; or none. */
export const replySchema: Check<string | false> = either<string | false>(
  [eventName, oneOf([false] as const, '')],
  'must be the name of an event, or false',
)

/** How these options are checked. */
export const connectionShape: Readonly<Record<keyof ConnectionData, Check>> = {
  ...connectShape,
  namespace: optional(namespace),
  join: optional(
    list(
      object({ event: eventName, payload: optional(anything), reply: optional(replySchema) }),
      'must be a list of { event, payload, reply }',
    ),
  ),
}
