import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'

type Ack = (value?: unknown) => void

/**
 * Adds the Socket.IO replies of the README to the server that all pages of the documentation test.
 *
 * @returns a function that ends all connections
 */
export function attachDemoSockets(server: HttpServer): () => void {
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => {
    socket.on('echo', (value: unknown, ack: Ack) => ack(value))
    socket.on('join', async (room: string, ack: Ack) => {
      await socket.join(room)
      ack()
    })
    socket.on('say', (said: unknown, ack: Ack) => {
      io.to('lobby').emit('said', said)
      ack()
    })
  })
  io.of('/auctions').on('connection', (socket) => {
    const isKnown = typeof socket.handshake.auth['token'] === 'string'
    socket.on('place-bid', ({ id, amount }: { readonly id: number; readonly amount: number }) => {
      socket.emit('bid-response', { id, amount, success: isKnown })
    })
  })
  return () => io.disconnectSockets(true)
}
