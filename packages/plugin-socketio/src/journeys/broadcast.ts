import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate } from '@benchpress/plugin-options'
import { SocketioError } from '../socketio-error.ts'
import { broadcastSchema, type BroadcastOptions } from './broadcast-options.ts'
import { stayConnected } from './stay-connected.ts'

/**
 * Makes a journey that sends one message to many recipients in each iteration, over one connection for each user; the recipients are the users of another
 * scenario, such as those of {@link hold}.
 *
 * A message with a reply counts as accepted, or as refused where the reply is `{ error }` or `{ success: false }`. A message without a reply fails the
 * iteration.
 *
 * @throws TypeError for unknown or wrong options
 */
export function broadcast(options: BroadcastOptions): Journey {
  checkOptions(broadcastSchema, options, 'socketio.broadcast')
  const { event, payload = '{stamp}', expected, reply, ...connection } = options
  const connected = stayConnected(connection)
  const payloadOf = readTemplate(payload)
  return async (user) => {
    const socket = await connected(user)
    const message = user.socketio.send({ expected })
    const filled = payloadOf({ user: user.id, stamp: message.stamp })
    if (reply === false) {
      socket.emit(event, filled)
      message.accepted()
      return
    }
    const given = reply === undefined ? await socket.emitWithAck(event, filled) : await socket.request(event, filled, { reply })
    if (isRefusal(given)) {
      message.refused()
      throw new SocketioError({ event }, 'refused by the target', given)
    }
    message.accepted()
  }
}

function isRefusal(reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false
  return 'success' in reply ? reply.success === false : 'error' in reply
}
