import type { JourneyUser } from '@benchpress/core'
import { readTemplate, type TemplateValues, strictObject, text } from '@benchpress/plugin-options'
import { type Connection, type ConnectOptions, type SocketioClient, SocketioError } from '../socketio-client.ts'
import * as v from 'valibot'
import { eventName, connectShape } from '../connection/settings.ts'

/** An event that a user sends once it is connected, such as to enter a room. */
export interface JoinOptions {
  readonly event: string
  /** Payload, whose texts may contain `{user}`. */
  readonly payload?: unknown
  /** Name of the event that is the reply. Default: an acknowledgement. `false`: there is no reply. */
  readonly reply?: string | false
}

/** Options of the connections of a ready-made journey. Data that can be cloned; the texts in `auth` may contain `{user}`, the number of the user. */
export interface ConnectionData extends Omit<ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'> {
  /** Default `/`. */
  readonly namespace?: string
  /** Events that a user sends one after the other once it is connected. */
  readonly join?: readonly JoinOptions[]
}

const namespaceSchema = v.pipe(text, v.regex(/^(\/|(https?|wss?):\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'))

/** The schema of a reply: the name of an event, or `false` for none. */
export const replySchema: v.GenericSchema<unknown, string | false> = v.union(
  [eventName, v.literal(false)],
  'must be the name of an event, or false',
)

/** The schema of each option of {@link ConnectionData}. */
export const connectionShape: Readonly<Record<keyof ConnectionData, v.GenericSchema>> = {
  ...connectShape,
  namespace: v.optional(namespaceSchema),
  join: v.optional(
    v.array(
      strictObject({ event: eventName, payload: v.unknown(), reply: v.optional(replySchema) }),
      'must be a list of { event, payload, reply }',
    ),
  ),
}

const pauseBehindRefusal = '1s'

type OwnOptions = Pick<ConnectOptions, 'recipients' | 'messages'>

/**
 * Makes a function that returns the connection of a user: the existing one, or a new one that has joined.
 *
 * A user who is refused pauses before the iteration fails, and so does not retry as fast as it can.
 */
export function stayConnected(
  data: ConnectionData,
): (user: JourneyUser, socketio: SocketioClient, own?: OwnOptions) => Connection | Promise<Connection> {
  const { namespace = '/', join = [], auth, ...options } = data
  const authOf = readTemplate(auth ?? {})
  const enterRooms = join.map(readJoin)
  // Users may have several such journeys, each with a connection of its own.
  const key = Symbol(namespace)

  const connect = async (user: JourneyUser, socketio: SocketioClient, own: OwnOptions): Promise<Connection> => {
    const values = { user: user.id }
    let connection: Connection | undefined
    try {
      const credentials = auth === undefined ? {} : { auth: authOf(values) }
      connection = await socketio.connect(namespace, { ...options, ...own, ...credentials })
      for (const enter of enterRooms) await enter(connection, values)
      stateOf(user)[key] = connection
      return connection
    } catch (error) {
      connection?.close()
      if (error instanceof SocketioError) await user.think(pauseBehindRefusal)
      throw error
    }
  }

  // Mostly the connection exists, and there is nothing to wait for.
  return (user, socketio, own = {}) => {
    const known = stateOf(user)[key]
    if (known?.isConnected === true) return known
    known?.close()
    return connect(user, socketio, own)
  }
}

// The keys are symbols, which no journey can use by mistake.
function stateOf(user: JourneyUser): Record<symbol, Connection | undefined> {
  return user.state
}

function readJoin({ event, payload, reply }: JoinOptions): (connection: Connection, values: TemplateValues) => Promise<unknown> {
  const payloadOf = readTemplate(payload)
  return async (connection, values) => {
    const filled = payloadOf(values)
    const carried = payload === undefined ? [] : [filled]
    if (reply === false) connection.emit(event, ...carried)
    else if (reply === undefined) await connection.emitWithAck(event, ...carried)
    else await connection.request(event, filled, { reply })
  }
}
