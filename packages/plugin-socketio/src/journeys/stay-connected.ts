import type { JourneyUser } from '@benchpress/core'
import type { Connection, ConnectOptions } from '../socketio-client.ts'
import { SocketioError } from '../socketio-error.ts'
import type { ConnectionData, JoinOptions } from './connection-shape.ts'
import { fillIn, type Values } from './template.ts'

const pauseBehindRefusal = '1s'
const noOptions: Pick<ConnectOptions, 'recipients' | 'messages'> = {}

/**
 * Makes a function that gives the connection of a user: the one it has, or a new one that has joined.
 *
 * A user who is refused pauses before it fails the iteration: it must not ask as fast as it can.
 */
export function stayConnected(data: ConnectionData): (user: JourneyUser, own?: typeof noOptions) => Promise<Connection> {
  const { namespace = '/', join = [], ...options } = data
  // Users may do several such journeys, and each journey has a connection of its own.
  const connections = new WeakMap<object, Connection>()
  return async (user, own = noOptions) => {
    const known = connections.get(user.state)
    if (known?.isConnected === true) return known
    known?.close()
    const values = { user: user.id }
    let connection: Connection | undefined
    try {
      const { auth } = options
      const credentials = auth === undefined ? {} : { auth: fillIn(auth, values) }
      connection = await user.socketio.connect(namespace, { ...options, ...own, ...credentials })
      await enter(connection, join, values)
      connections.set(user.state, connection)
      return connection
    } catch (error) {
      connection?.close()
      if (error instanceof SocketioError) await user.think(pauseBehindRefusal)
      throw error
    }
  }
}

async function enter(connection: Connection, join: readonly JoinOptions[], values: Values): Promise<void> {
  for (const { event, payload, reply } of join) {
    const filled = fillIn(payload, values)
    const carried = payload === undefined ? [] : [filled]
    if (reply === false) connection.emit(event, ...carried)
    else if (reply === undefined) await connection.emitWithAck(event, ...carried)
    else await connection.request(event, filled, { reply })
  }
}
