import { io, type Socket } from 'socket.io-client'
import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'

/** A bare client of Socket.IO, which sends events and awaits their acknowledgements, one at a time. */
export interface BareEchoOptions {
  readonly url: string
  readonly connections: number
  readonly events: number
  /** Milliseconds. */
  readonly warmup: number
  /** Whether the reply to an event is an event, in place of an acknowledgement. */
  readonly reply: boolean
}

/** Measures the time of each reply in milliseconds, with only the library and two readings of the clock. */
export const load: BareLoad<BareEchoOptions> = async ({ url, connections, events, warmup, reply }, part, ready) => {
  const sockets = await Promise.all(Array.from({ length: Math.floor(connections / part.workers) }, async () => await open(url)))
  const begin = await ready()
  while (performance.now() < begin);
  const times: number[] = []
  let started = 0
  const exchange = async (socket: Socket): Promise<void> => {
    for (let number = 0; ; number++) {
      const isMeasured = performance.now() >= begin + warmup
      if (isMeasured && started++ >= events / part.workers) return
      const time = await (reply ? replyTo(socket, number) : roundTrip(socket, number))
      if (isMeasured) times.push(time)
    }
  }
  await Promise.all(sockets.map(exchange))
  for (const socket of sockets) socket.disconnect()
  return times
}

async function roundTrip(socket: Socket, number: number): Promise<number> {
  const sentAt = performance.now()
  return await new Promise((resolve) => socket.emit('ack', String(number), () => resolve(performance.now() - sentAt)))
}

async function replyTo(socket: Socket, number: number): Promise<number> {
  const sentAt = performance.now()
  return await new Promise((resolve) => {
    socket.once('reply', () => resolve(performance.now() - sentAt))
    socket.emit('ask', String(number))
  })
}

async function open(url: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}
