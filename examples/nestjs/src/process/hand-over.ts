import type { Worker } from 'node:cluster'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { stopReading } from './stop-reading.ts'

/** The message to a worker with the socket of a connection. */
interface Handed {
  readonly type: 'connection'
  readonly id: number
  /** Data that was read from the connection. */
  readonly data: Buffer
}

/** The reply of a worker that has taken a connection. */
interface Taken {
  readonly type: 'taken'
  readonly id: number
}

/** Passes connections to workers. */
export class HandOver {
  /** Connections that no worker has confirmed yet, by number. */
  readonly #waiting = new Map<number, { readonly worker: Worker; readonly socket: Socket }>()
  #last = 0

  /** Passes a connection to a worker, with the data that was read from it. */
  give(worker: Worker, socket: Socket, data: Buffer): void {
    stopReading(socket)
    const message: Handed = { type: 'connection', id: ++this.#last, data }
    this.#waiting.set(message.id, { worker, socket })
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error !== null) this.#forget(message.id)
    })
  }

  /** Listens for the connections that a worker has taken, and for its end. */
  watch(worker: Worker): void {
    worker.on('message', (message: Taken) => {
      if (message.type === 'taken') this.#forget(message.id)
    })
    // The connections of a worker end with it, and so must those on their way to it, which would never get a response.
    worker.once('exit', () => {
      for (const [id, waiting] of this.#waiting) if (waiting.worker === worker) this.#forget(id)
    })
  }

  /** Closes the connection in this process; that of the worker stays open. */
  #forget(id: number): void {
    this.#waiting.get(id)?.socket.destroy()
    this.#waiting.delete(id)
  }
}

/** Takes the connections of the primary process, in a worker. */
export function takeConnections(server: Server): void {
  process.on('message', (message: Handed, socket: Socket | undefined) => {
    if (message.type !== 'connection') return
    const taken: Taken = { type: 'taken', id: message.id }
    process.send?.(taken)
    // There is no connection when it was closed on its way.
    if (socket === undefined) return
    server.emit('connection', socket)
    socket.unshift(message.data)
  })
}
