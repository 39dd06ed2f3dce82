import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run, type Config } from '@benchpress/core'
import type { Machines, Order } from '@benchpress/core/machines'
import { afterEach, expect, test } from 'vitest'
import { runAgent } from '../src/agent/agent.ts'
import { agentTrust, type AgentTrust } from '../src/trust/agent-trust.ts'
import { hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const fleets: Fleet[] = []
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

async function startFleet(): Promise<Fleet> {
  const fleet = await Fleet.start(await startRedis())
  fleets.push(fleet)
  return fleet
}

const configOf = ({ target }: Fleet): Config => ({
  target,
  scenarios: { all: { request: { path: '/?on=1' }, workload: { rate: '100/s', duration: '1s' } } },
})

/** The same machines, with orders to go at another instant. */
function shifted(machines: Machines, by: number): Machines {
  const shift = (order: Order): Order => (order.type === 'go' ? { ...order, at: order.at + by } : order)
  return {
    gather: async (of) => {
      const gathered = await machines.gather(of)
      const generators = gathered.generators.map((generator) => ({
        machine: generator.machine,
        clock: generator.clock,
        threads: generator.threads,
        start: (...given: Parameters<typeof generator.start>) => {
          const running = generator.start(...given)
          return { ...running, order: (order: Order) => running.order(shift(order)) }
        },
      }))
      return { generators, end: async () => await gathered.end() }
    },
  }
}

test.skipIf(!hasRedis).each([
  [3600e6, '3601 s from now'],
  [-3600e6, '3599 s ago'],
])('an order to go %d microseconds from now is refused, and the result has the reason', async (by, when) => {
  const fleet = await startFleet()
  await fleet.agent('one')
  const result = await run(configOf(fleet), { machines: shifted(await fleet.machines({ agents: 1 }), by), cwd })
  expect(result.machines?.[0]?.lost?.reason).toContain(`it was told to go ${when}`)
  expect(result.verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'lost-agent', text: expect.stringContaining(when) }))
  expect(fleet.asked).toEqual([])
})

test.skipIf(!hasRedis)('a load thread of an agent that is stuck is ended, and the others of its machine go on', async () => {
  const fleet = await startFleet()
  await fleet.agent('one')
  const workload = { users: 2, duration: '1s', gracefulStop: 0 } as const
  const scenarios = { stuck: { journey: './stuck.journey.ts', workload }, reading: { request: { path: '/?on=1' }, workload } } as const
  const result = await run({ target: fleet.target, workers: 2, scenarios }, { machines: await fleet.machines({ agents: 1 }), cwd })
  const [stuck, other] = result.generator.threads.map(({ lost }) => lost?.reason)
  expect(stuck).toMatch(/^stuck for \d+ s at stuck\.journey\.ts:6:/)
  expect(other).toBeUndefined()
  expect(result.scenario('reading').counts.outcomes.ok).toBeGreaterThan(0)
})

test.skipIf(!hasRedis)('an agent that ends while it unpacks leaves no folder and starts no load', async () => {
  const fleet = await startFleet()
  const ending = new AbortController()
  const ended = Promise.withResolvers<void>()
  const trusting = await agentTrust([fleet.trusted])
  const folders: string[] = []
  const trust: AgentTrust = {
    ...trusting,
    unpack: async (packed, order, folder, env) => {
      folders.push(folder)
      ending.abort()
      // The starter, which knows that the agent ends, does not wait for that.
      await ended.promise
      return await trusting.unpack(packed, order, folder, env)
    },
  }
  const { promise: waits, resolve: onNotice } = Promise.withResolvers<unknown>()
  const agent = runAgent({ broker: fleet.broker.url, name: 'one', trust, signal: ending.signal, onNotice })
  await waits
  const result = await run(configOf(fleet), { machines: await fleet.machines({ agents: 1 }), cwd })
  ended.resolve()
  await agent
  expect(result.machines?.[0]?.lost?.reason).toContain('the agent was ended')
  expect(folders.map((folder) => existsSync(folder))).toEqual([false])
  expect(fleet.asked).toEqual([])
})
