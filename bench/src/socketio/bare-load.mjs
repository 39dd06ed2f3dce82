// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { io } from 'socket.io-client'

/** @type {import('./echo-load.ts').EchoLoad} */
const { url, users, seconds } = JSON.parse(process.argv[2] ?? '')
const mostTimes = 4_000_000
const ackTimeout = 10_000

const sockets = Array.from({ length: users }, () => io(url, { forceNew: true, transports: ['websocket'], reconnection: false }))
let failure = ''
await Promise.all(
  sockets.map(
    (socket) =>
      new Promise((resolve) => {
        socket.once('connect', () => resolve(undefined))
        socket.once('connect_error', ({ message }) => resolve((failure = message)))
      }),
  ),
)
if (failure !== '') throw new Error(failure)

const count = { sent: 0, acked: 0 }
const times = new Float64Array(mostTimes)
const end = performance.now() + seconds * 1e3
/** @param {import('socket.io-client').Socket} socket */
const ask = async (socket) => {
  for (;;) {
    const sentAt = performance.now()
    if (sentAt >= end) return
    // With a text and a timeout, like the other generators.
    await socket.timeout(ackTimeout).emitWithAck('echo', String(count.sent++))
    times[count.acked++ % mostTimes] = performance.now() - sentAt
  }
}
await Promise.allSettled(sockets.map(ask))
for (const socket of sockets) socket.disconnect()
const sorted = times.subarray(0, Math.min(count.acked, mostTimes)).toSorted()
const p = (/** @type {number} */ share) => sorted[Math.floor(sorted.length * share)] ?? null
console.log(JSON.stringify({ ...count, p50: p(0.5), p99: p(0.99) }))
