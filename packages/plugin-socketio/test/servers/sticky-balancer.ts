import { createServer, request as send, type IncomingMessage, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSocketServer } from './socket-server.ts'
import type { Socket } from 'socket.io'

/** A balancer before several Socket.IO servers that know nothing of each other. */
export interface StickyBalancer {
  readonly url: string
  /** Number of connections that each of the servers has had. */
  readonly connected: () => readonly number[]
  /** The cookies of all requests. */
  readonly cookies: readonly string[]
  close(): Promise<void>
}

const name = 'AWSALB'

/**
 * Starts a balancer that is sticky by cookie: a request with its cookie goes to the server that the cookie names, any other one to the next server.
 *
 * The cookie is set by each response, as that of a load balancer of AWS.
 */
export async function startStickyBalancer(setUp: (socket: Socket) => void, count = 3): Promise<StickyBalancer> {
  const servers = await Promise.all(Array.from({ length: count }, () => startSocketServer(setUp)))
  const cookies: string[] = []
  let turn = 0
  const pick = ({ headers: { cookie = '' } }: IncomingMessage): number => {
    cookies.push(cookie)
    return Number(new RegExp(`${name}=(\\d)`).exec(cookie)?.[1] ?? turn++ % count)
  }
  const forward = ({ method, url, headers }: IncomingMessage, server: number): RequestOptions & { readonly port: string } => ({
    method,
    path: url,
    headers,
    port: new URL(servers[server]?.url ?? '').port,
    host: '127.0.0.1',
  })
  const balancer = createServer((request, response) => {
    const server = pick(request)
    if (request.url === '/login') {
      response.setHeader('set-cookie', 'session=abc; Path=/; HttpOnly').end()
      return
    }
    const passed = send(forward(request, server), (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'set-cookie': `${name}=${server}; Path=/` })
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  balancer.on('upgrade', (request, socket, head) => {
    const server = pick(request)
    const passed = send(forward(request, server))
    passed.on('upgrade', (answer, other, first) => {
      const lines = Object.entries({ ...answer.headers, 'set-cookie': `${name}=${server}; Path=/` }).map(
        ([key, value]) => `${key}: ${String(value)}`,
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(first)
      other.write(head)
      for (const side of [socket, other]) side.on('error', () => side.destroy())
      socket.pipe(other).pipe(socket)
    })
    passed.on('error', () => socket.destroy())
    passed.end()
  })
  await new Promise<void>((resolve) => void balancer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    connected: () => servers.map((server) => server.connected()),
    cookies,
    close: async () => {
      balancer.closeAllConnections()
      balancer.close()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}
