// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'

/** @type {import('./echo-load.ts').EchoLoad} */
const { url, users, seconds } = JSON.parse(process.argv[2] ?? '')
const mostTimes = 4_000_000

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
for (const socket of sockets) {
  const ask = () => {
    const sentAt = performance.now()
    if (sentAt >= end) return
    socket.emit('echo', count.sent++, () => {
      times[count.acked++ % mostTimes] = performance.now() - sentAt
      ask()
    })
  }
  ask()
}
while (performance.now() < end) await sleep(end - performance.now())
for (let wait = 0; wait < 1000 && count.acked < count.sent; wait++) await sleep(10)
for (const socket of sockets) socket.disconnect()
const sorted = times.subarray(0, Math.min(count.acked, mostTimes)).toSorted()
const p = (/** @type {number} */ share) => sorted[Math.floor(sorted.length * share)] ?? null
console.log(JSON.stringify({ ...count, p50: p(0.5), p99: p(0.99) }))
