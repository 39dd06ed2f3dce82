import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** A server that records the time of the first request of each connection, except for checks whether it is up. */
export class FirstRequests {
  #url = ''
  readonly #first = new Map<Socket, number>()
  readonly #server = createServer((request, response) => {
    if (request.url === this.path && !this.#first.has(request.socket)) this.#first.set(request.socket, performance.now())
    response.end('ok')
  })

  static async start(): Promise<FirstRequests> {
    const server = new FirstRequests()
    server.#server.listen({ port: 0, host: '127.0.0.1' })
    await once(server.#server, 'listening')
    server.#url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`
    return server
  }

  get url(): string {
    return this.#url
  }

  /** Path of the requests that count. */
  readonly path = '/first'

  /** Returns the time of the first request of each connection in milliseconds, and resets the record. */
  take(): readonly number[] {
    const all = [...this.#first.values()]
    this.#first.clear()
    return all
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
