import type { Socket } from 'node:net'
import { vi } from 'vitest'
import type { Loopback } from './loopback.ts'

/** A server that responds on command: it keeps its sockets and the requests that came in, in order. */
export class HeldServer {
  readonly sockets: Socket[] = []
  /** Method and path of each. */
  readonly requests: string[] = []
  readonly #waiting: Socket[] = []
  #origin = ''

  static async start(loopback: Loopback): Promise<HeldServer> {
    const server = new HeldServer()
    server.#origin = await loopback.tcp((socket) => {
      server.sockets.push(socket)
      socket.on('data', (data) => {
        server.requests.push(data.toString().split(' ', 2).join(' '))
        server.#waiting.push(socket)
      })
    })
    return server
  }

  get origin(): string {
    return this.#origin
  }

  /** Waits until exactly this number of requests has come in. */
  async seen(count: number): Promise<void> {
    await vi.waitUntil(() => this.requests.length === count, { interval: 2, timeout: 20_000 })
  }

  /** Responds to the request that came first of those that wait. */
  respond(text: string = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'): void {
    this.#waiting.shift()?.write(text)
  }
}
