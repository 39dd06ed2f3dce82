import type { Journey } from '@benchpress/core'
import { checkOptions, milliseconds, readTemplate } from '@benchpress/plugin-options'
import { SocketioError } from '../socketio-error.ts'
import { holdSchema, type HoldOptions } from './hold-options.ts'
import { stayConnected } from './stay-connected.ts'

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
  return async (user) => {
    const own = messages === undefined ? {} : { messages, recipients: recipientOf({ user: user.id }) }
    const socket = await connected(user, own)
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
