import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Socket as NetSocket } from 'node:net'
import { Server, type Socket } from 'socket.io'

/** Some Socket.IO servers behind one port, that know nothing of each other. */
export interface SocketCluster {
  readonly url: string
  /** Sockets of each server. */
  readonly sockets: () => readonly number[]
  close(): Promise<void>
}

/** Starts servers that get the connections by turns; without an adapter, and without sticky sessions. */
export async function startCluster(count: number, setUp: (socket: Socket, io: Server) => void): Promise<SocketCluster> {
  const workers = Array.from({ length: count }, () => {
    const http = createHttpServer((_request, response) => response.writeHead(404).end())
    const io = new Server(http, { serveClient: false })
    io.on('connection', (socket) => setUp(socket, io))
    return { http, io }
  })
  const open = new Set<NetSocket>()
  let turn = 0
  const door = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    workers[turn++ % count]?.http.emit('connection', socket)
  })
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    sockets: () => workers.map(({ io }) => io.sockets.sockets.size),
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}
