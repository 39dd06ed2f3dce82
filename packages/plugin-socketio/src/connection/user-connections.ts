import { type ClientContext, markHandled, type SentMessage } from '@benchpress/core/plugin'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { metrics } from '../metrics.ts'
import type { ResolvedSocketioOptions } from '../options.ts'
import type { Connection, ConnectOptions, SocketioClient } from '../socketio-client.ts'
import { readConnectOptions } from './settings.ts'
import { ConnectionRecorder } from './connection-recorder.ts'
import { createSocket } from './create-socket.ts'
import { LiveConnection } from './live-connection.ts'
import { ReceivedMessages } from './received-messages.ts'

/** The context of a client of this plugin. */
export type SocketioContext = ClientContext<ResolvedSocketioOptions, typeof metrics, undefined>

/** The connections of one user, all of which are closed when it is disposed. */
export class UserConnections implements SocketioClient, AsyncDisposable {
  readonly #context: SocketioContext
  readonly #open = new Set<LiveConnection>()
  // Closed connections whose TCP connections may still be open.
  readonly #ending = new Set<Promise<void>>()
  #isOver = false

  constructor(context: SocketioContext) {
    this.#context = context
  }

  readonly connect = (namespace = '/', options: ConnectOptions = {}): Promise<Connection> => markHandled(this.#connect(namespace, options))

  readonly send = (to: string | number | { readonly expected: number }): SentMessage =>
    this.#context.deliveries.send(typeof to === 'object' ? to : { to })

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const connection of this.#open) connection.close()
    await Promise.all(this.#ending)
  }

  async #connect(namespace: string, options: ConnectOptions): Promise<Connection> {
    if (this.#isOver) {
      // Rejected in a later turn, as a journey that always tries again would block the thread otherwise.
      await nextTurn()
      // Such a connection would never be ended.
      throw new Error('socketio.connect: its user has left')
    }
    const { metrics, requests, deliveries, fail, now, wait, options: own } = this.#context
    const settings = readConnectOptions(options)
    const created = createSocket(this.#context, namespace, settings, own.tls)
    const isOver = wait()
    const connection = new LiveConnection({
      ...created,
      // A query may contain a secret.
      namespace: namespace.replace(/\?.*$/, ''),
      settings,
      recorder: new ConnectionRecorder(metrics, requests, created.sockets),
      messages: settings.recipients === undefined ? undefined : new ReceivedMessages(deliveries, settings.recipients, settings),
      now,
      fail,
      onOver: (ended) => {
        isOver()
        this.#open.delete(ended)
        const gone = ended.gone.then(() => void this.#ending.delete(gone))
        this.#ending.add(gone)
      },
    })
    this.#open.add(connection)
    return await connection.open()
  }
}
