import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'
import { messagesSchema } from '../connection/connect-settings.ts'
import { connectionShape, type ConnectionData } from './connection-shape.ts'

/** How the ready-made holders of connections behave. Data that can be cloned. */
export interface HoldOptions extends ConnectionData {
  /** Events that carry stamped messages, which are counted as deliveries. Default: none. */
  readonly messages?: readonly string[]
  /** By which name messages find a user; may contain `{user}`. Default `{user}`. */
  readonly recipient?: string
  /** How long a connection is held, as `5m` or in seconds; then the iteration ends. Default: until the user has to stop. */
  readonly hold?: string | number
}

/** How they are checked. */
export const holdSchema: z.ZodType = strictObject({
  ...connectionShape,
  messages: messagesSchema.optional(),
  recipient: z.string({ error: 'must be a string' }).min(1).optional(),
  hold: milliseconds.optional(),
})
