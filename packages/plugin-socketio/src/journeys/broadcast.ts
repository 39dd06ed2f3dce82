import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate, count, hasPlaceholder, strictObject } from '@benchpress/plugin-options'
import { SocketioError } from '../socketio-client.ts'
import { stayConnected, connectionShape, replySchema, type ConnectionData } from './stay-connected.ts'
import * as v from 'valibot'
import { eventName } from '../connection/settings.ts'

/** Options of the ready-made senders of messages to many recipients. Data that can be cloned. */
export interface BroadcastOptions extends ConnectionData {
  readonly event: string
  /** Payload with a text that contains `{stamp}`, by which the message is found again; texts may contain `{user}`. Default `{stamp}`. */
  readonly payload?: unknown
  /** Number of recipients, such as the users who hold a connection. */
  readonly expected: number
  /** Name of the event by which the target accepts a message. Default: an acknowledgement. `false`: there is no reply, and all messages count as accepted. */
  readonly reply?: string | false
}

const stamped = v.pipe(
  v.unknown(),
  v.check((payload) => hasPlaceholder(payload, 'stamp'), 'needs {stamp} in a text, or messages cannot be found again'),
)

const broadcastSchema = strictObject({
  ...connectionShape,
  event: eventName,
  payload: v.optional(stamped),
  expected: count,
  reply: v.optional(replySchema),
})

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
  return async ({ user, socketio }) => {
    const socket = await connected(user, socketio)
    const message = socketio.send({ expected })
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
