import { fileURLToPath } from 'node:url'
import { run, type Config, type JourneyScenarioConfig, type Result } from '@benchpress/core'
import { afterEach, expect, test } from 'vitest'
import { hasPostgres, hasRedis, startPostgres, startRedis, type TestBroker } from './brokers.ts'
import { cleanMachines } from '../src/broker/sweep.ts'
import { Fleet, type AgentProcess } from './fleet.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const fleets: Fleet[] = []
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

async function fleetOn(start: () => Promise<TestBroker>): Promise<Fleet> {
  const fleet = await Fleet.start(await start())
  fleets.push(fleet)
  return fleet
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number)
const numbersOf = ({ asked }: Fleet, name: string): number[] => asked.map((query) => Number(query.get(name)))
const byNumber = (one: number, other: number): number => one - other

function configOf({ target }: Fleet, workload: JourneyScenarioConfig['workload']): Config {
  return { target, seed: 7, scenarios: { numbered: { journey: './numbered.journey.ts', workload } } }
}

function countsOf({ scenarios: [scenario] }: Result): { readonly started: number; readonly ended: number; readonly ok: number } {
  if (scenario === undefined) throw new Error('there is one scenario')
  const { started, outcomes } = scenario.counts
  return { started, ended: Object.values(outcomes).reduce((sum, count) => sum + count, 0), ok: outcomes.ok }
}

test.skipIf(!hasRedis).each([1, 2, 4])(
  '%d agents do the same as one machine: each iteration once, numbered without gaps, with rows of their own',
  async (count) => {
    const fleet = await fleetOn(startRedis)
    await Promise.all(upTo(count).map((number) => fleet.agent(`agent-${number}`)))
    const machines = await fleet.machines({ agents: count })
    const result = await run(configOf(fleet, { rate: '200/s', iterations: 200 }), { machines, cwd })
    expect(numbersOf(fleet, 'index').toSorted(byNumber)).toEqual(upTo(200))
    expect(new Set(numbersOf(fleet, 'row')).size).toBe(200)
    expect(countsOf(result)).toEqual({ started: 200, ended: 200, ok: 200 })
    expect(result.machines?.map(({ name }) => name).toSorted()).toEqual(upTo(count).map((number) => `agent-${number}`))
    for (const machine of result.machines ?? []) expect(machine.share).toBeCloseTo(1 / count, 1)
    expect(await fleet.broker.left()).toEqual([])
  },
)

test.skipIf(!hasPostgres)('agents at a PostgreSQL run one test after the other, and users do the same as on one machine', async () => {
  const fleet = await fleetOn(startPostgres)
  await Promise.all([fleet.agent('one'), fleet.agent('other')])
  const machines = await fleet.machines({ agents: 2 })
  const config = configOf(fleet, { users: 7, iterations: { each: 6 } })
  const did = (): string[] =>
    fleet.asked
      .splice(0)
      .map((query) => `${query.get('user')} ${query.get('pass')} ${query.get('drawn')}`)
      .toSorted()
  await run(config, { cwd })
  const alone = did()
  for (const _ of [1, 2]) {
    expect(countsOf(await run(config, { machines, cwd }))).toEqual({ started: 42, ended: 42, ok: 42 })
    expect(did()).toEqual(alone)
  }
  expect(await fleet.broker.left()).toEqual([])
})

test.skipIf(!hasRedis).each([
  ['is killed', (agent: AgentProcess) => agent.child.kill('SIGKILL')],
  ['stands still', (agent: AgentProcess) => agent.child.kill('SIGSTOP')],
])('an agent that %s is reported as lost by its name, and its figures are kept', async (_what, disturb) => {
  const fleet = await fleetOn(startRedis)
  const disturbed = await fleet.agent('disturbed')
  await fleet.agent('kept')
  const machines = await fleet.machines({ agents: 2 })
  fleet.onAsked = () => {
    if (fleet.asked.length === 300) disturb(disturbed)
  }
  const result = await run(configOf(fleet, { rate: '200/s', duration: '1h' }), { machines, cwd })
  expect(result.verdict.level).toBe('invalid')
  expect(result.verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'lost-agent', text: expect.stringContaining('disturbed') }))
  expect(result.machines?.map(({ name, lost }) => [name, lost !== null]).toSorted()).toEqual([
    ['disturbed', true],
    ['kept', false],
  ])
  const { started, ended, ok } = countsOf(result)
  expect(started).toBe(ended)
  expect(ok).toBeGreaterThan(0)
  expect(ok).toBeLessThanOrEqual(fleet.asked.length)
  expect(await fleet.broker.left()).toEqual([])
})

test.skipIf(!hasRedis)(
  'agents whose starter was killed end their load, leave nothing in the broker, and wait for the next run',
  async () => {
    const fleet = await fleetOn(startRedis)
    const agents = await Promise.all([fleet.agent('one'), fleet.agent('other')])
    const starter = fleet.starter(2)
    await expect.poll(() => fleet.asked.length).toBeGreaterThan(50)
    starter.child.kill('SIGKILL')
    for (const { notices } of agents) await expect.poll(() => notices.join()).toContain('its starter or the broker is gone')
    const asked = fleet.asked.length
    await expect.poll(() => fleet.broker.left()).toEqual([])
    fleet.asked.length = 0
    const machines = await fleet.machines({ agents: 2 })
    const result = await run(configOf(fleet, { rate: '200/s', iterations: 100 }), { machines, cwd })
    expect(asked).toBeGreaterThan(0)
    expect(countsOf(result).ok).toBe(100)
    expect(fleet.asked.length).toBe(100)
  },
)

test.skipIf(!hasRedis)('nothing is sent where fewer agents come than were asked for', async () => {
  const fleet = await fleetOn(startRedis)
  await fleet.agent('one')
  const machines = await fleet.machines({ agents: 2, patience: 2000 })
  const error: unknown = await run(configOf(fleet, { rate: '10/s', duration: '1s' }), { machines, cwd }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'MACHINES_MISSING', message: expect.stringMatching(/^1 of 2 agents came in 2 s: one; nothing/) })
  expect(fleet.asked).toEqual([])
  expect(await fleet.broker.left()).toEqual([])
})

test.skipIf(!hasRedis)('an agent runs nothing that an untrusted key signed', async () => {
  const fleet = await fleetOn(startRedis)
  const { notices } = await fleet.agent('careful')
  const machines = await fleet.machines({ agents: 1, patience: 3000 }, await fleet.strangeKey())
  const error: unknown = await run(configOf(fleet, { rate: '10/s', duration: '1s' }), { machines, cwd }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'MACHINES_MISSING', hint: expect.stringContaining('--trust') })
  expect(notices.join()).toContain('is not trusted here')
  expect(fleet.asked).toEqual([])
})

test.skipIf(!hasRedis)('a run continues over a restart of its broker, and misses nothing', async () => {
  const fleet = await fleetOn(startRedis)
  await Promise.all([fleet.agent('one'), fleet.agent('other')])
  const machines = await fleet.machines({ agents: 2 })
  const { promise: restarted, resolve } = Promise.withResolvers<void>()
  fleet.onAsked = () => {
    if (fleet.asked.length === 150) resolve(fleet.broker.restart())
  }
  const result = await run(configOf(fleet, { rate: '100/s', iterations: 400 }), { machines, cwd })
  await restarted
  expect(countsOf(result)).toEqual({ started: 400, ended: 400, ok: 400 })
  expect(numbersOf(fleet, 'index').toSorted(byNumber)).toEqual(upTo(400))
  expect(result.machines?.map(({ lost }) => lost)).toEqual([null, null])
})

test.skipIf(!hasRedis)('without a broker all agents end their load, and their starter has the reports until then', async () => {
  const fleet = await fleetOn(startRedis)
  const agents = await Promise.all([fleet.agent('one'), fleet.agent('other')])
  const machines = await fleet.machines({ agents: 2 })
  fleet.onAsked = () => {
    if (fleet.asked.length === 300) void fleet.broker.kill()
  }
  const result = await run(configOf(fleet, { rate: '100/s', duration: '1h' }), { machines, cwd })
  expect(result.verdict.reasons.filter(({ rule }) => rule === 'lost-agent').length).toBeGreaterThan(0)
  const { started, ended, ok } = countsOf(result)
  expect(started).toBe(ended)
  expect(ok).toBeGreaterThan(0)
  expect(ok).toBeLessThanOrEqual(fleet.asked.length)
  for (const { notices } of agents) await expect.poll(() => notices.join()).toContain('its starter or the broker is gone')
})

test.skipIf(!hasRedis)('cleaning removes everything left by machines that all went away at once', async () => {
  const fleet = await fleetOn(startRedis)
  const agent = await fleet.agent('one')
  const starter = fleet.starter(1)
  await expect.poll(() => fleet.asked.length).toBeGreaterThan(0)
  starter.child.kill('SIGKILL')
  agent.child.kill('SIGKILL')
  expect(await cleanMachines(fleet.broker.url)).toBe(1)
  expect(await cleanMachines(fleet.broker.url)).toBe(0)
  expect(await fleet.broker.left()).toEqual([])
})
