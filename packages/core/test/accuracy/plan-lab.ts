import assert from 'node:assert/strict'
import type { Lab } from '../../../../test/accuracy/lab.ts'
import { run } from '../../src/run/api.ts'
import { startKnownServer } from '../servers/known-server.ts'
import { sendAsPlanned } from './bare-plan.ts'

/** A load by the clock. */
export interface PlanLabOptions {
  /** Requests a second. */
  readonly rate: number
  /** Of the run phase. */
  readonly requests: number
}

const warmup = 100
/** Milliseconds by which ours may be later than a client that does nothing else. */
const allowance = 0.2

/** A server that responds at once, to which a bare client and ours send at planned times. */
export async function prepare({ rate, requests }: PlanLabOptions): Promise<Lab> {
  const server = await startKnownServer({ delays: [0] })
  const port = Number(new URL(server.url).port)
  let arrived = 0
  // Of the last load.
  const countArrivals = async (): Promise<number> => {
    const { arrivals } = await server.truth()
    const count = arrivals.length - arrived
    arrived = arrivals.length
    return count
  }
  return {
    close: async () => await server.close(),
    reference: async () => {
      const { lag, response } = await sendAsPlanned({ port, requests, warmup, rate })
      await countArrivals()
      return { 'send lag p50': lag + allowance, 'response p50': response + allowance }
    },
    ours: async () => {
      const workload = { rate, duration: `${(requests / rate) * 1000}ms`, warmup: `${warmup}ms` }
      const result = await run({ target: server.url, timing: 'precise', seed: 1, scenarios: { known: { request: {}, workload } } })
      const { counts, responseTime, users } = result.scenario('known')
      assert.deepEqual([counts.started, counts.outcomes.ok, users?.sendLag.count], [requests, requests, requests])
      assert.equal(await countArrivals(), requests + (warmup * rate) / 1000, 'what arrived is what was planned, the warm-up included')
      return { 'send lag p50': users?.sendLag.p50 ?? Number.NaN, 'response p50': responseTime.p50 ?? Number.NaN }
    },
  }
}
