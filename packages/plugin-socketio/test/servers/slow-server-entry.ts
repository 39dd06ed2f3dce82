import { startSocketServer } from './socket-server.ts'

// Replies after a delay, and records the milliseconds from the arrival of each event to its reply.
const delay = Number(process.argv[2])
const delays: number[] = []

function replyLater(reply: () => void): void {
  const at = performance.now()
  const finish = (): void => {
    delays.push(performance.now() - at)
    reply()
  }
  if (delay > 0) setTimeout(finish, delay)
  else finish()
}

const { url } = await startSocketServer((socket) => {
  socket.on('ack', (_value: unknown, ack: () => void) => replyLater(ack))
  socket.on('ask', (value: unknown) => replyLater(() => socket.emit('reply', value)))
})
process.on('message', () => process.send?.(delays))
process.on('disconnect', () => process.exit())
process.send?.(url)
