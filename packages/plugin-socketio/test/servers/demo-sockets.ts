import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'

type Answer = (value?: unknown) => void

/**
 * Answers over Socket.IO what the README shows, at the server that all pages of the documentation test.
 *
 * @returns ends all connections
 */
export function attachDemoSockets(server: HttpServer): () => void {
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => {
    socket.on('echo', (value: unknown, answer: Answer) => answer(value))
    socket.on('join', async (room: string, answer: Answer) => {
      await socket.join(room)
      answer()
    })
    socket.on('say', (said: unknown, answer: Answer) => {
      io.to('lobby').emit('said', said)
      answer()
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
