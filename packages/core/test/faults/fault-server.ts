import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { certificate, certificateKey } from '../servers/secure-server.ts'

/** One request as a faulty server sees it. */
interface FaultyRequest {
  readonly method: string
  readonly path: string
  /** The number of the connection, and that of the request on it, both from 0. */
  readonly connection: number
  readonly index: number
}

/** What a faulty server does. */
export interface Fault {
  /** Is called when a connection is open, unless it only checks whether there is a target. */
  readonly onOpen?: (socket: Socket) => void
  readonly onRequest: (socket: Socket, request: FaultyRequest) => void
}

/** A server in this process with one fault, which counts the requests that it reads. */
export class FaultServer {
  readonly url: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #fault: Fault
  #requests = 0
  #connections = 0

  private constructor(server: Server, fault: Fault, protocol: string) {
    this.url = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#server = server
    this.#fault = fault
  }

  static async start(fault: Fault, isSecure = false): Promise<FaultServer> {
    let started: FaultServer | undefined
    const accept = (socket: Socket): void => {
      if (started !== undefined) started.#accept(socket)
    }
    const server = isSecure ? createTlsServer({ cert: certificate, key: certificateKey }, accept) : createTcpServer(accept)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    started = new FaultServer(server, fault, isSecure ? 'https' : 'http')
    return started
  }

  /** The requests that were read, each time they were sent. */
  get requests(): number {
    return this.#requests
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(socket: Socket): void {
    const connection = this.#connections++
    this.#sockets.add(socket)
    socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket))
    // The first one only checks whether there is a target.
    if (connection > 0) this.#fault.onOpen?.(socket)
    let [text, index] = ['', 0]
    socket.on('data', (bytes) => {
      const heads = (text + bytes.toString('latin1')).split('\r\n\r\n')
      text = heads.pop() ?? ''
      for (const head of heads) {
        const [method = '', path = ''] = head.split(' ')
        this.#requests += 1
        this.#fault.onRequest(socket, { method, path, connection, index: index++ })
      }
    })
  }
}

/** A response with a body, `ok` by default. */
export function responseOf(body = 'ok', head = ''): string {
  return `HTTP/1.1 200 OK\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`
}
