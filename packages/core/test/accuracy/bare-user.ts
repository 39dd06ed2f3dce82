import { once } from 'node:events'
import { connect } from 'node:net'
import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'

/** Of each iteration, in milliseconds. */
export const thinkTime = 5

/** The load of a user without any code of benchpress. */
export interface BareUserOptions {
  readonly port: number
  readonly warmup: number
  readonly iterations: number
}

/** One user with a socket, a timer and a reading of the clock: the time of each iteration, in milliseconds. */
export const load: BareLoad<BareUserOptions> = async ({ port, warmup, iterations }, _part, ready) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const begin = await ready()
  const times: number[] = []
  for (let startedAt = performance.now(); times.length < iterations;) {
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'data')
    await new Promise((resolve) => setTimeout(resolve, thinkTime))
    const endedAt = performance.now()
    if (startedAt >= begin + warmup) times.push(endedAt - startedAt)
    startedAt = endedAt
  }
  socket.destroy()
  return times
}
