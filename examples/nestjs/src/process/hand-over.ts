import type { Worker } from 'node:cluster'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { stopReading } from './stop-reading.ts'

/** What a worker receives with the socket of a connection. */
interface Handed {
  readonly type: 'connection'
  readonly id: number
  /** What has been read of it. */
  readonly data: Buffer
}

/** What a worker replies when it has a connection. */
interface Taken {
  readonly type: 'taken'
  readonly id: number
}

/** Gives connections to workers. */
export class HandOver {
  /** Those that no worker has confirmed, by number. */
  readonly #waiting = new Map<number, { readonly worker: Worker; readonly socket: Socket }>()
  #last = 0

  /** Gives one to a worker, with what has been read of it. */
  give(worker: Worker, socket: Socket, data: Buffer): void {
    stopReading(socket)
    const message: Handed = { type: 'connection', id: ++this.#last, data }
    this.#waiting.set(message.id, { worker, socket })
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error !== null) this.#forget(message.id)
    })
  }

  /** Listens to which connections a worker has taken over, and to its end. */
  watch(worker: Worker): void {
    worker.on('message', (message: Taken) => {
      if (message.type === 'taken') this.#forget(message.id)
    })
    // Its connections end with it, and so must those that were on their way: no response to them would ever come.
    worker.once('exit', () => {
      for (const [id, waiting] of this.#waiting) if (waiting.worker === worker) this.#forget(id)
    })
  }

  /** This process's end of a connection; the worker's stays open. */
  #forget(id: number): void {
    this.#waiting.get(id)?.socket.destroy()
    this.#waiting.delete(id)
  }
}

/** In a worker, takes the connections that it is given. */
export function takeConnections(server: Server): void {
  process.on('message', (message: Handed, socket: Socket | undefined) => {
    if (message.type !== 'connection') return
    const taken: Taken = { type: 'taken', id: message.id }
    process.send?.(taken)
    // There is none when it was closed on its way.
    if (socket === undefined) return
    server.emit('connection', socket)
    socket.unshift(message.data)
  })
}
