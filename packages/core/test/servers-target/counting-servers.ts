import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { certificate } from '../servers/secure-server.ts'

const key = readFileSync(new URL('../servers/certificate/key.pem', import.meta.url), 'utf8')

/** A server that counts the requests it serves, without health checks. */
export class CountingServer {
  /** Path and query of each request it served, without those for its health. */
  readonly served: string[] = []
  /** The `Host` headers that it saw. */
  readonly hosts: Set<string | undefined> = new Set()
  /** The `Cookie` headers that it saw. */
  readonly cookies: Set<string | undefined> = new Set()
  /** The `Authorization` headers that it saw, those of requests for its health too. */
  readonly authorizations: Set<string | undefined> = new Set()
  healthStatus = 200
  /** Responds in place of the usual one. */
  respond: ((request: IncomingMessage, response: Parameters<RequestListener>[1], count: number) => void) | undefined
  readonly #server: Server
  readonly #scheme: 'http' | 'https'

  constructor(scheme: 'http' | 'https' = 'http') {
    const listener: RequestListener = (request, response) => this.#serve(request, response)
    this.#scheme = scheme
    this.#server = scheme === 'http' ? createServer(listener) : createSecureServer({ cert: certificate, key }, listener)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `${this.#scheme}://localhost:${this.port}`
  }

  async listen(): Promise<this> {
    this.#server.listen(0, 'localhost')
    await once(this.#server, 'listening')
    return this
  }

  /** Stops at once; its port refuses connections from then on. */
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #serve(request: IncomingMessage, response: Parameters<RequestListener>[1]): void {
    const path = request.url ?? ''
    this.authorizations.add(request.headers.authorization)
    if (path === '/health') {
      response.writeHead(this.healthStatus).end('{"status":"OK"}')
      return
    }
    if (path === '/services') {
      response.end(`["service-of-${this.#scheme}"]`)
      return
    }
    this.served.push(path)
    this.hosts.add(request.headers.host)
    this.cookies.add(request.headers.cookie)
    if (this.respond === undefined) response.end('ok')
    else this.respond(request, response, this.served.length)
  }
}

/** Several servers, which are closed together. */
export class Cluster {
  readonly servers: readonly CountingServer[]

  private constructor(servers: readonly CountingServer[]) {
    this.servers = servers
  }

  static async start(count: number, scheme: 'http' | 'https' = 'http'): Promise<Cluster> {
    return new Cluster(await Promise.all(Array.from({ length: count }, () => new CountingServer(scheme).listen())))
  }

  server(index: number): CountingServer {
    const server = this.servers[index]
    if (server === undefined) throw new RangeError(`there is no server ${index}`)
    return server
  }

  get urls(): readonly string[] {
    return this.servers.map(({ url }) => url)
  }

  /** How many requests each server served. */
  get served(): readonly number[] {
    return this.servers.map(({ served }) => served.length)
  }

  close(): void {
    for (const server of this.servers) server.close()
  }
}

/** A URL at which nothing listens: that of a server that was closed. */
export async function unusedUrl(): Promise<string> {
  const server = await new CountingServer().listen()
  const { url } = server
  server.close()
  return url
}
