import type { Journey, JourneyUser } from '@benchpress/core'
import { checkOptions, readTemplate } from '@benchpress/plugin-options'
import type { Connection } from '../socketio-client.ts'
import { echoSchema, type EchoOptions } from './echo-options.ts'
import { stayConnected } from './stay-connected.ts'

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
    return (user) => {
      const socket = connected(user)
      return socket instanceof Promise ? socket.then((opened) => ask(opened, user)) : ask(socket, user)
    }
  }
  return async (user) => {
    await ask(await connected(user), user)
    await user.think(pause)
  }
}
