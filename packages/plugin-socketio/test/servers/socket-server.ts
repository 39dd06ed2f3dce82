import { createServer } from 'node:http'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import { Server, type ServerOptions, type Socket } from 'socket.io'

/** A Socket.IO server on a free port of this machine, for one test. */
export interface SocketServer {
  readonly url: string
  readonly io: Server
  /** Number of received events, by name. */
  readonly received: ReadonlyMap<string, number>
  /** Number of connections to any namespace so far, and of ended ones by the server's reasons. */
  readonly connected: () => number
  readonly ended: ReadonlyMap<string, number>
  /** Resolves when this number of connections has ended. */
  readonly whenEnded: (count: number) => Promise<void>
  /** Bytes that ended TCP connections have read and written. */
  readonly carried: { readonly read: number; readonly written: number }
  /** Number of open TCP connections. */
  connections(): Promise<number>
  close(): Promise<void>
}

/** Starts a server; `setUp` is called with each socket in the namespace `/`. */
export async function startSocketServer(
  setUp: (socket: Socket, io: Server) => void = () => {},
  options: Partial<ServerOptions> = {},
): Promise<SocketServer> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const io = new Server(server, { serveClient: false, ...options })
  const received = new Map<string, number>()
  const ended = new Map<string, number>()
  const waiting = new Set<() => void>()
  const sockets = new Set<NetSocket>()
  const carried = { read: 0, written: 0 }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      carried.read += socket.bytesRead
      carried.written += socket.bytesWritten
    })
  })
  let connected = 0
  const setUpSocket = (socket: Socket): void => {
    connected++
    socket.onAny((event: string) => count(received, event))
    socket.on('disconnect', (reason) => {
      count(ended, reason)
      for (const check of waiting) check()
    })
    setUp(socket, io)
  }
  io.on('connection', setUpSocket)
  io.on('new_namespace', (namespace) => namespace.on('connection', setUpSocket))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    io,
    received,
    ended,
    connected: () => connected,
    whenEnded: (least) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (sum(ended) < least) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    carried,
    connections: async () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await io.close()
    },
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, each) => total + each, 0)
}
