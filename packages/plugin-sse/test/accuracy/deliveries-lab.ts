import { run } from '@benchpress/core'
import assert from 'node:assert/strict'
import { runBare } from '../../../../test/accuracy/bare-threads.ts'
import type { Lab } from '../../../../test/accuracy/lab.ts'
import { percentileOf } from '../../../../test/accuracy/percentile.ts'
import { sse } from '../../src/index.ts'
import type { MessageServerCounters } from '../servers/message-server-options.ts'
import type { BareDeliveriesOptions } from './bare-deliveries.ts'
import type { TellOthersOptions } from './cross-thread.ts'
import { startServerProcess } from './server-process.ts'

/** Options for messages from thread to thread, or within one thread. */
export interface DeliveriesLabOptions {
  readonly workers: number
}

const bare = import.meta.resolve('./bare-deliveries.ts')
const journeys = import.meta.resolve('./cross-thread.ts')
const warmup = 300
const duration = 200

/** Starts a message server in a process of its own, over which a bare client and ours send messages to themselves. */
export async function prepare({ workers }: DeliveriesLabOptions): Promise<Lab> {
  const server = await startServerProcess({})
  const countersOf = async (): Promise<MessageServerCounters> =>
    (await (await fetch(`${server.url}/counters`)).json()) as MessageServerCounters
  // A subscriber that has left must not be written to.
  const whenAlone = async (): Promise<MessageServerCounters> => {
    for (;;) {
      const counters = await countersOf()
      if (counters.open === 0) return counters
    }
  }
  return {
    close: async () => await server.close(),
    reference: async () => {
      const load: BareDeliveriesOptions = { port: Number(new URL(server.url).port), warmup, duration }
      const times = await runBare(bare, load, workers)
      await whenAlone()
      const median = percentileOf(times, 50)
      // With our client one journey posts and another one receives, independently of each other.
      return { fastest: Math.min(...times), median, p75: percentileOf(times, 75), way: 2 * median }
    },
    ours: async () => {
      const before = await whenAlone()
      const telling: TellOthersOptions = { subscribers: workers }
      const result = await run({
        target: server.url,
        workers,
        seed: 1,
        plugins: [sse()],
        scenarios: {
          subscribers: {
            journey: { module: journeys, export: 'hearThread', options: {} },
            workload: { users: workers, warmup: `${warmup}ms`, duration: `${duration + 150}ms`, gracefulStop: '100ms' },
          },
          publishers: {
            journey: { module: journeys, export: 'tellOthers', options: telling },
            workload: { users: workers, warmup: `${warmup}ms`, duration: `${duration}ms` },
          },
        },
      })
      const [deliveries] = result.deliveries
      if (deliveries === undefined) {
        // The machine was too busy for any conclusion.
        assert.equal(result.scenario('publishers').counts.outcomes.ok, 0, 'no message was accepted that is in no delivery')
        return { fastest: Number.NaN, median: Number.NaN, p75: Number.NaN }
      }
      const { posted } = await whenAlone()
      const { sent, received, lost, duplicated, deliveryTime } = deliveries
      assert.deepEqual({ duplicated, sum: received + lost, timed: deliveryTime.count }, { duplicated: 0, sum: sent, timed: received })
      assert.ok(sent <= posted - before.posted, 'no message was counted that was not posted')
      const { min, p50, p75 } = deliveryTime
      return { fastest: min ?? Number.NaN, median: p50 ?? Number.NaN, p75: p75 ?? Number.NaN }
    },
  }
}
