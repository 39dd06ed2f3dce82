import { milliseconds, name, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
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
export const holdSchema: v.GenericSchema = strictObject({
  ...connectionShape,
  messages: v.optional(messagesSchema),
  recipient: v.optional(name),
  hold: v.optional(milliseconds),
})
