import type { Journey } from '@benchpress/core'
import { checkOptions } from '../check/check-options.ts'
import { echoSchema, type EchoOptions } from './echo-options.ts'
import { stayConnected } from './stay-connected.ts'
import { fillIn } from './template.ts'

/**
 * Makes a journey that sends an event and waits for its answer, once an iteration, over one connection for each user.
 *
 * @throws TypeError for options that are not known or not right
 */
export function echo(options: EchoOptions = {}): Journey {
  checkOptions(echoSchema, options, 'socketio.echo')
  const { event = 'echo', payload = '{iteration}', reply, match, pause, ...connection } = options
  const connected = stayConnected(connection)
  return async (user) => {
    const socket = await connected(user)
    const filled = fillIn(payload, { user: user.id, iteration: user.iteration.globalIndex })
    if (reply === undefined) await socket.emitWithAck(event, filled)
    else await socket.request(event, filled, { reply, ...(match === undefined ? {} : { match }) })
    if (pause !== undefined) await user.think(pause)
  }
}
