import { startSocketServer } from './socket-server.ts'

// Answers after a time, and notes how long it took: from when an event came to when its answer was sent. Milliseconds.
const delay = Number(process.argv[2])
const delays: number[] = []

function answerLater(answer: () => void): void {
  const at = performance.now()
  const finish = (): void => {
    delays.push(performance.now() - at)
    answer()
  }
  if (delay > 0) setTimeout(finish, delay)
  else finish()
}

const { url } = await startSocketServer((socket) => {
  socket.on('ack', (_value: unknown, answer: () => void) => answerLater(answer))
  socket.on('ask', (value: unknown) => answerLater(() => socket.emit('answer', value)))
})
process.on('message', () => process.send?.(delays))
process.on('disconnect', () => process.exit())
process.send?.(url)
