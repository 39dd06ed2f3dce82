// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** @type {typeof import('eventsource')} */
const { EventSource } = createRequire(import.meta.url)('eventsource')

/** @type {{ url: string, subscribers: number, ids: number, rate: number, seconds: number }} */
const { url, subscribers, ids, rate, seconds } = JSON.parse(process.argv[2] ?? '')
const { origin, host, hostname, port } = new URL(url)
const senders = 20
const filling = 'x'.repeat(220)

/** @type {(index: number) => string} */
const idOf = (index) => `id_${index}_${'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'.slice(0, 50)}`

const received = new Set()
let duplicated = 0
let errors = 0
/** @type {number[]} */
const times = []

/** @type {(data: string) => void} */
const count = (data) => {
  /** @type {{ message: string }} */
  const { message } = JSON.parse(data)
  const [, sequence, sentAt] = Buffer.from(message, 'base64').toString('latin1').split('~')
  if (received.has(sequence)) duplicated += 1
  received.add(sequence)
  times.push(performance.now() - Number(sentAt))
}

const sources = Array.from({ length: subscribers }, (_, place) => {
  const names = Array.from({ length: ids }, (_id, nth) => idOf(place * ids + nth))
  const source = new EventSource(`${origin}/events?client_id=${names.join(',')}`)
  source.addEventListener('message', ({ data }) => count(data))
  source.addEventListener('error', () => (errors += 1))
  return source
})
while (sources.some(({ readyState }) => readyState !== EventSource.OPEN)) await sleep(20)

let accepted = 0
const sockets = await Promise.all(
  Array.from({ length: senders }, async () => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true })
    socket.on('data', (data) => {
      for (let at = data.indexOf('HTTP/1.1 '); at !== -1; at = data.indexOf('HTTP/1.1 ', at + 1)) if (data[at + 9] === 50) accepted += 1
    })
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }),
)

let sent = 0
const total = rate * seconds
const start = performance.now()
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate))
    for (; sent < due; sent++) {
      const body = Buffer.from(`Hello from Client: ~${sent}~${performance.now()}~${filling}`).toString('base64')
      const to = idOf(Math.floor(Math.random() * subscribers * ids))
      const from = idOf(Math.floor(Math.random() * subscribers * ids))
      sockets[sent % senders]?.write(
        `POST /message?client_id=${from}&to=${to} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    }
    if (sent < total) return
    clearInterval(timer)
    resolve(undefined)
  }, 1)
})
const isSettled = () => received.size >= sent && accepted >= sent
for (let wait = 0; wait < 200 && !isSettled(); wait++) await sleep(10)
for (const source of sources) source.close()
for (const socket of sockets) socket.destroy()
times.sort((one, other) => one - other)
const p = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? null
console.log(
  JSON.stringify({ sent, accepted, received: received.size, duplicated, dropped: total - sent, errors, p50: p(0.5), p99: p(0.99) }),
)
