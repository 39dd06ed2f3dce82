import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BareLoad, Part } from '../../../../test/accuracy/bare-threads.ts'

/** What a bare client does. */
export interface BareHttpOptions {
  readonly port: number
  readonly connections: number
  /** In the run phase. */
  readonly requests: number
  /** Milliseconds. */
  readonly warmup: number
  /** Requests a second, by the clock; without it each connection sends when it has its response. */
  readonly rate?: number
}

const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')

/** Loads with sockets and two readings of the clock, nothing else: the time of each request of the run phase, in milliseconds. */
export const load: BareLoad<BareHttpOptions> = async (options, part, ready) => {
  const { rate } = options
  const count = Math.floor(options.connections / part.workers)
  const sockets = await Promise.all(Array.from({ length: count }, async () => await open(options.port)))
  const begin = await ready()
  while (performance.now() < begin);
  const times = await (rate === undefined ? loop(sockets, options, part) : pace(sockets, { ...options, rate }, part, begin))
  for (const socket of sockets) socket.destroy()
  return times
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

// Closed: as ours, the reading at which a response ended is the one at which the next request begins.
async function loop(sockets: readonly Socket[], { requests, warmup }: BareHttpOptions, part: Part): Promise<readonly number[]> {
  const times: number[] = []
  const own = Math.floor(requests / part.workers)
  const runStart = performance.now() + warmup
  let started = 0
  const exchange = async (socket: Socket): Promise<void> =>
    await new Promise((resolve) => {
      let sentAt = performance.now()
      let isMeasured = false
      socket.on('data', () => {
        const now = performance.now()
        if (isMeasured) times.push(now - sentAt)
        isMeasured = now >= runStart
        if (isMeasured && started++ >= own) {
          resolve()
          return
        }
        sentAt = now
        socket.write(bytes)
      })
      socket.write(bytes)
    })
  await Promise.all(sockets.map(exchange))
  return times
}

// Open: a timer of whole milliseconds until the next request is due, and all that is due at once.
async function pace(
  sockets: readonly Socket[],
  options: BareHttpOptions & { readonly rate: number },
  part: Part,
  begin: number,
): Promise<readonly number[]> {
  const { warmup, requests, rate } = options
  const free = [...sockets]
  const times: number[] = []
  const sent = new Map<Socket, { readonly at: number; readonly isMeasured: boolean }>()
  const all = Promise.withResolvers<void>()
  const warming = Math.round((warmup * rate) / 1000)
  const last = warming + requests
  let next = part.worker
  let inFlight = 0
  for (const socket of sockets) {
    socket.on('data', () => {
      const now = performance.now()
      const { at = now, isMeasured = false } = sent.get(socket) ?? {}
      if (isMeasured) times.push(now - at)
      free.push(socket)
      if (--inFlight === 0 && next >= last) all.resolve()
    })
  }
  const sendDue = (): void => {
    for (; next < last && begin + (next * 1000) / rate <= performance.now(); next += part.workers) {
      const socket = free.pop()
      if (socket === undefined) break
      sent.set(socket, { at: performance.now(), isMeasured: next >= warming })
      inFlight += 1
      socket.write(bytes)
    }
    if (next < last) setTimeout(sendDue, Math.max(1, Math.ceil(begin + (next * 1000) / rate - performance.now())))
  }
  sendDue()
  await all.promise
  return times
}
