import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'
import type { ConformanceServer } from '../../../src/testing/trial.ts'

/** Starts a server that responds to each line it is sent with the same line in capitals, on connections that are upgraded to `lines`. */
export async function startLinesServer(): Promise<ConformanceServer> {
  const server = createServer((_request, response) => response.end('ok'))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    // A server of HTTP leaves its own side open when the other one is closed.
    socket.on('end', () => socket.end())
    socket.on('data', (data: Buffer) => socket.write(data.toString().toUpperCase()))
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: lines\r\n\r\n')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => countConnections(server),
    close: async () => {
      const closed = promisify(server.close.bind(server))()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function countConnections(server: Server): Promise<number> {
  return await promisify<number>((callback) => server.getConnections(callback))()
}
