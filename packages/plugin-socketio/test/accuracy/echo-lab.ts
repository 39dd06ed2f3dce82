import { run } from '@benchpress/core'
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runBare } from '../../../../test/accuracy/bare-threads.ts'
import type { Lab } from '../../../../test/accuracy/lab.ts'
import { figuresOf, figuresOfOurs, percentileOf } from '../../../../test/accuracy/percentile.ts'
import { socketio } from '../../src/index.ts'
import type { BareEchoOptions } from './bare-echo.ts'

/** Options of the events, and the delay of the server. */
export interface EchoLabOptions {
  readonly workers: number
  /** Milliseconds. */
  readonly delay: number
  readonly users: number
  readonly events: number
  /** Whether replies are events, in place of acknowledgements. */
  readonly reply?: boolean
}

const server = fileURLToPath(new URL('../servers/slow-server-entry.ts', import.meta.url))
const bare = import.meta.resolve('./bare-echo.ts')
const warmup = 200

/** Starts a Socket.IO server in a process of its own, for a bare client and for ours. */
export async function prepare({ workers, delay, users, events, reply = false }: EchoLabOptions): Promise<Lab> {
  const child = fork(server, [String(delay)], { execArgv: [] })
  const [target] = (await once(child, 'message')) as [string]
  let seen = 0
  const see = async (): Promise<readonly number[]> => {
    child.send('delays')
    const [delays] = (await once(child, 'message')) as [readonly number[]]
    const from = seen
    seen = delays.length
    return delays.slice(from)
  }
  return {
    close: async () => void child.kill(),
    reference: async () => {
      const load: BareEchoOptions = { url: target, connections: users, events, warmup, reply }
      const times = await runBare(bare, load, workers)
      const way = percentileOf(times, 50) - percentileOf((await see()).slice(-events), 50)
      // The library handles acknowledgements; for replies, our client checks each event and wakes the journey.
      return { ...figuresOf('round trip', times), way: way * (reply ? 3 : 1) }
    },
    ours: async () => {
      const echo = reply ? { event: 'ask', reply: 'reply' } : { event: 'ack' }
      const echoes = { journey: socketio.echo(echo), workload: { users, iterations: events, warmup: `${warmup}ms` } }
      const result = await run({ target, workers, seed: 1, plugins: [socketio()], scenarios: { echoes } })
      const trips = result.metric('plugin_service_time{plugin:socketio,endpoint:!connect}')
      if (trips.type !== 'trend') throw new Error('no trend')
      const replied = (await see()).length
      const before = result.scenario('echoes').users?.warmupIterations?.completed
      // An event of the warm-up may get its reply in the run phase.
      assert.ok(trips.values.count >= events && trips.values.count <= events + users, `${trips.values.count} round trips`)
      assert.equal(replied, events + (before ?? 0), 'the number of replies is that of the events, the warm-up included')
      return figuresOfOurs('round trip', trips.values)
    },
  }
}
