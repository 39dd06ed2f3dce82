import type { Journey } from '@benchpress/core'
import { checkOptions, milliseconds, readTemplate, name, strictObject } from '@benchpress/plugin-options'
import { SocketioError } from '../socketio-client.ts'
import { stayConnected, connectionShape, type ConnectionData } from './stay-connected.ts'
import * as v from 'valibot'
import { messagesSchema } from '../connection/settings.ts'

/** Options of the ready-made journey that holds connections. Data that can be cloned. */
export interface HoldOptions extends ConnectionData {
  /** Events that carry stamped messages, which are counted as deliveries. Default: none. */
  readonly messages?: readonly string[]
  /** Name of the user as a recipient; may contain `{user}`. Default `{user}`. */
  readonly recipient?: string
  /** Time for which a connection is held, as `5m` or in seconds; then the iteration ends. Default: until the user has to stop. */
  readonly hold?: string | number
}

const holdSchema = strictObject({
  ...connectionShape,
  messages: v.optional(messagesSchema),
  recipient: v.optional(name),
  hold: v.optional(milliseconds),
})

/**
 * Makes a journey that holds a connection until its user has to stop, or for the time of `hold`, and counts the messages that arrive over it.
 *
 * A connection that ends before that fails the iteration.
 *
 * @throws TypeError for unknown or wrong options
 */
export function hold(options: HoldOptions = {}): Journey {
  checkOptions(holdSchema, options, 'socketio.hold')
  const { messages, recipient = '{user}', hold: time, ...connection } = options
  const connected = stayConnected(connection)
  const recipientOf = readTemplate(recipient)
  const timeHeld = time === undefined ? undefined : checkOptions(milliseconds, time, 'socketio.hold')
  return async ({ user, socketio }) => {
    const own = messages === undefined ? {} : { messages, recipients: recipientOf({ user: user.id }) }
    const socket = await connected(user, socketio, own)
    let isDone = false
    const end = (): void => {
      isDone = true
      socket.close()
    }
    const timer = timeHeld === undefined ? undefined : setTimeout(end, timeHeld)
    const { reason } = await socket.closed
    clearTimeout(timer)
    if (!isDone && !user.signal.aborted) throw new SocketioError(connection.namespace ?? '/', `the connection ended: ${reason}`)
  }
}
