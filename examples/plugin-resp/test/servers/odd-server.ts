import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a server that calls a function with each connection, and ends with the test. */
export async function startOddServer(
  onConnection: (socket: Socket) => void,
  create: (listener: (socket: Socket) => void) => Server = createServer,
): Promise<number> {
  const sockets = new Set<Socket>()
  const server = create((socket) => {
    sockets.add(socket)
    // The function may cause errors on its connections.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
