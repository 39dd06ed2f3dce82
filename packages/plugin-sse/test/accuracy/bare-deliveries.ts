import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'

/** A bare client that posts messages, one at a time, and receives them over server-sent events. */
export interface BareDeliveriesOptions {
  readonly port: number
  /** Milliseconds. */
  readonly warmup: number
  readonly duration: number
}

const stamp = /"message":"([\d.]+)"/g

/** Each thread subscribes once, and sends to the next one; measures milliseconds from writing a message to reading it. */
export const load: BareLoad<BareDeliveriesOptions> = async ({ port, warmup, duration }, part, ready) => {
  const times: number[] = []
  const [subscriber, publisher] = await Promise.all([open(port), open(port)])
  subscriber.write(`GET /events?ids=bare_${part.worker} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await once(subscriber, 'data')
  const begin = await ready()
  while (performance.now() < begin);
  const runStart = performance.timeOrigin + begin + warmup
  subscriber.on('data', (bytes: Buffer) => {
    const now = performance.timeOrigin + performance.now()
    for (const [, sentAt] of bytes.toString('latin1').matchAll(stamp)) {
      if (Number(sentAt) >= runStart) times.push(now - Number(sentAt))
    }
  })
  const to = `bare_${(part.worker + 1) % part.workers}`
  const send = (): void => {
    const body = String(performance.timeOrigin + performance.now())
    publisher.write(`POST /message?to=${to} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  }
  publisher.on('data', send)
  send()
  await new Promise((resolve) => setTimeout(resolve, warmup + duration))
  for (const socket of [publisher, subscriber]) socket.destroy()
  return times
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}
