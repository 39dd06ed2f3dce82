import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { runBare } from '../../../../test/accuracy/bare-threads.ts'
import type { Block, Lab } from '../../../../test/accuracy/lab.ts'
import { littlesLaw } from '../../src/result/verdict/request-kinds.ts'
import { run } from '../../src/run/api.ts'
import { startKnownServer } from '../servers/known-server.ts'
import type { BareUserOptions } from './bare-user.ts'

const bare = import.meta.resolve('./bare-user.ts')
const journey = fileURLToPath(new URL('think.journey.ts', import.meta.url))
const warmup = 50
const iterations = 40

/**
 * A user who thinks, with a bare client and with ours, who says how long an iteration takes: from the rate that Little's law makes of one user. The figure is by how
 * much that differs from what the server saw, in milliseconds.
 */
export async function prepare(): Promise<Lab> {
  const server = await startKnownServer({ delays: [0] })
  // From the first to the last arrival of the run phase there is one iteration less than arrivals.
  const compare = async (said: number): Promise<Block> => {
    const { arrivals } = await server.truth()
    const [first = Number.NaN] = arrivals.slice(-iterations)
    const seen = ((arrivals.at(-1) ?? Number.NaN) - first) / 1000 / (iterations - 1)
    return { iteration: said - seen, way: seen / 100 }
  }
  return {
    close: async () => await server.close(),
    reference: async () => {
      const load: BareUserOptions = { port: Number(new URL(server.url).port), warmup, iterations }
      const times = await runBare(bare, load, 1)
      return await compare(times.reduce((sum, time) => sum + time, 0) / iterations)
    },
    ours: async () => {
      const workload = { users: 1, iterations, warmup: `${warmup}ms` }
      const result = await run({ target: server.url, workers: 1, seed: 1, scenarios: { thinks: { journey, workload } } })
      const scenario = result.scenario('thinks')
      assert.equal(scenario.users?.iterationDuration.count, iterations)
      return await compare(1000 / (littlesLaw(scenario)?.predicted ?? Number.NaN))
    },
  }
}
