import { z } from 'zod'
import { strictObject } from '../check/strict-object.ts'
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

const text = z.string({ error: 'must be a string' })

/** Name of an event. */
export const eventSchema: z.ZodType<string> = text.min(1, { error: 'must be the name of an event' })

/** How these options are checked. */
export const connectionShape: Readonly<Record<keyof ConnectionData, z.ZodType>> = {
  ...connectShape,
  namespace: text.regex(/^(\/|(https?|wss?):\/\/.)/i, { error: 'must start with "/", or be a URL with http:// or https://' }).optional(),
  join: z
    .array(
      strictObject({
        event: eventSchema,
        payload: z.unknown().optional(),
        reply: z.union([eventSchema, z.literal(false)], { error: 'must be the name of an event, or false' }).optional(),
      }),
      { error: 'must be a list of { event, payload, reply }' },
    )
    .optional(),
}
