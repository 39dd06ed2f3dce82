import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate } from '@benchpress/plugin-options'
import { SocketioError } from '../socketio-error.ts'
import { broadcastSchema, type BroadcastOptions } from './broadcast-options.ts'
import { stayConnected } from './stay-connected.ts'

/**
 * Makes a journey that sends one message to many, once an iteration, over one connection for each user; those who hear it are the users of another
 * scenario, such as those of {@link hold}.
 *
 * A message that is answered was accepted, and what `{ error }` or `{ success: false }` answers was refused. One without an answer fails the iteration.
 *
 * @throws TypeError for options that are not known or not right
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
    const answer = reply === undefined ? await socket.emitWithAck(event, filled) : await socket.request(event, filled, { reply })
    if (isRefusal(answer)) {
      message.refused()
      throw new SocketioError({ event }, 'refused by the target', answer)
    }
    message.accepted()
  }
}

function isRefusal(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return 'success' in answer ? answer.success === false : 'error' in answer
}
