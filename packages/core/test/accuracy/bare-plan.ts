import { once } from 'node:events'
import { connect } from 'node:net'
import { percentileOf } from '../../../../test/accuracy/percentile.ts'

/** What a bare client plans. */
export interface BarePlanOptions {
  readonly port: number
  /** In the run phase. */
  readonly requests: number
  /** Milliseconds. */
  readonly warmup: number
  /** Requests a second. */
  readonly rate: number
}

/** Medians in milliseconds. */
export interface BarePlanTimes {
  readonly lag: number
  readonly response: number
}

const nothing = new Int32Array(new SharedArrayBuffer(4))

/** Sends each request at its time over one socket, and sleeps to the fraction of a millisecond in between, because it has nothing else to do. */
export async function sendAsPlanned({ port, requests, warmup, rate }: BarePlanOptions): Promise<BarePlanTimes> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const lags: number[] = []
  const responses: number[] = []
  const begin = performance.now() + 5
  const warming = Math.round((warmup * rate) / 1000)
  for (let index = 0; index < warming + requests; index++) {
    const due = begin + (index * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) Atomics.wait(nothing, 0, 0, wait)
    const sentAt = performance.now()
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'data')
    const endedAt = performance.now()
    if (index < warming) continue
    lags.push(sentAt - due)
    responses.push(endedAt - due)
  }
  socket.destroy()
  return { lag: percentileOf(lags, 50), response: percentileOf(responses, 50) }
}
