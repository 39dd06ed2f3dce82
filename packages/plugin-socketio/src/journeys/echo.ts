import type { Journey, JourneyUser } from '@benchpress/core'
import { checkOptions, readTemplate, milliseconds, name, strictObject } from '@benchpress/plugin-options'
import type { Connection } from '../socketio-client.ts'
import { stayConnected, connectionShape, type ConnectionData } from './stay-connected.ts'
import * as v from 'valibot'
import { eventName } from '../connection/settings.ts'

/** Options of the ready-made journey that sends events and waits for replies. Data that can be cloned. */
export interface EchoOptions extends ConnectionData {
  /** Default `echo`. */
  readonly event?: string
  /** Payload, whose texts may contain `{user}`, and `{iteration}`, a number that no other iteration has. Default `{iteration}`. */
  readonly payload?: unknown
  /** Name of the event that is the reply. Default: an acknowledgement. */
  readonly reply?: string
  /** Name of the member that is the same in the payload and in the reply. Default: the first event is the reply. */
  readonly match?: string
  /** Wait after each reply, as `1s` or in seconds. Default: none. */
  readonly pause?: string | number
}

const echoSchema = v.pipe(
  strictObject({
    ...connectionShape,
    event: v.optional(eventName),
    payload: v.unknown(),
    reply: v.optional(eventName),
    match: v.optional(name),
    pause: v.optional(milliseconds),
  }),
  v.forward(
    v.partialCheck(
      [['match'], ['reply']],
      ({ match, reply }) => match === undefined || reply !== undefined,
      'needs reply: an acknowledgement always belongs to what was sent',
    ),
    ['match'],
  ),
)

/**
 * Makes a journey that sends an event and waits for its reply in each iteration, over one connection for each user.
 *
 * @throws TypeError for unknown or wrong options
 */
export function echo(options: EchoOptions = {}): Journey {
  checkOptions(echoSchema, options, 'socketio.echo')
  const { event = 'echo', payload = '{iteration}', reply, match, pause, ...connection } = options
  const connected = stayConnected(connection)
  const payloadOf = readTemplate(payload)
  const ask = (socket: Connection, user: JourneyUser): Promise<void> => {
    const filled = payloadOf({ user: user.id, iteration: user.iteration.globalIndex })
    if (reply === undefined) return socket.emitWithAck<void>(event, filled)
    return socket.request<void>(event, filled, { reply, ...(match === undefined ? {} : { match }) })
  }
  if (pause === undefined) {
    // No async function waits here: thousands of them under way are the memory of such a test.
    return ({ user, socketio }) => {
      const socket = connected(user, socketio)
      return socket instanceof Promise ? socket.then((opened) => ask(opened, user)) : ask(socket, user)
    }
  }
  return async ({ user, socketio }) => {
    await ask(await connected(user, socketio), user)
    await user.think(pause)
  }
}
