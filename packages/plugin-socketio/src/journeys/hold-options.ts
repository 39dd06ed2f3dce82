import { milliseconds, name, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { messagesSchema } from '../connection/connect-settings.ts'
import { connectionShape, type ConnectionData } from './connection-shape.ts'

/** Options of the ready-made journey that holds connections. Data that can be cloned. */
export interface HoldOptions extends ConnectionData {
  /** Events that carry stamped messages, which are counted as deliveries. Default: none. */
  readonly messages?: readonly string[]
  /** Name of the user as a recipient; may contain `{user}`. Default `{user}`. */
  readonly recipient?: string
  /** Time for which a connection is held, as `5m` or in seconds; then the iteration ends. Default: until the user has to stop. */
  readonly hold?: string | number
}

/** The schema of {@link HoldOptions}. */
export const holdSchema: v.GenericSchema = strictObject({
  ...connectionShape,
  messages: v.optional(messagesSchema),
  recipient: v.optional(name),
  hold: v.optional(milliseconds),
})
