import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'

/** A bare client that posts messages and hears them over server-sent events. */
export interface BareDeliveriesOptions {
  readonly port: number
  /** Of the run phase, of all threads. */
  readonly messages: number
  /** Messages a second of all threads. */
  readonly rate: number
  /** Milliseconds. */
  readonly warmup: number
}

const publishers = 50
const stamp = /"message":"([\d.]+)"/g

/** Each thread subscribes once, and sends to the next one: milliseconds from the writing of a message to its being read. */
export const load: BareLoad<BareDeliveriesOptions> = async ({ port, messages, rate, warmup }, part, ready) => {
  const times: number[] = []
  const subscriber = await open(port)
  subscriber.write(`GET /events?ids=bare_${part.worker} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await once(subscriber, 'data')
  const sockets = await Promise.all(Array.from({ length: publishers }, async () => await open(port)))
  const begin = await ready()
  while (performance.now() < begin);
  const own = Math.floor(messages / part.workers)
  const all = Promise.withResolvers<void>()
  const runStart = performance.timeOrigin + begin + warmup
  subscriber.on('data', (bytes: Buffer) => {
    const now = performance.timeOrigin + performance.now()
    for (const [, sentAt] of bytes.toString('latin1').matchAll(stamp)) {
      if (Number(sentAt) >= runStart) times.push(now - Number(sentAt))
    }
    if (times.length >= own) all.resolve()
  })
  const free = [...sockets]
  for (const socket of sockets) socket.on('data', () => void free.push(socket))
  const to = `bare_${(part.worker + 1) % part.workers}`
  const interval = (1000 * part.workers) / rate
  let next = begin
  const sendDue = (): void => {
    for (; next <= performance.now(); next += interval) {
      const socket = free.pop()
      if (socket === undefined) break
      const body = String(performance.timeOrigin + performance.now())
      socket.write(`POST /message?to=${to} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    }
    sending = setTimeout(sendDue, Math.ceil(next - performance.now()))
  }
  let sending: NodeJS.Timeout | undefined
  sendDue()
  await all.promise
  // The other threads wait for what this one sends.
  times.length = own
  await new Promise((resolve) => setTimeout(resolve, 100))
  clearTimeout(sending)
  for (const socket of [...sockets, subscriber]) socket.destroy()
  return times
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}
