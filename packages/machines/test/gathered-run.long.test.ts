import { once } from 'node:events'
import { run, type Config, type Progress } from '@benchpress/core'
import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { runAgent } from '../src/agent/agent.ts'
import { Broker } from '../src/broker/broker.ts'
import { calledBy, runName, queues, type AgentCall } from '../src/protocol.ts'
import { agentTrust } from '../src/trust/agent-trust.ts'
import { readSigningKey } from '../src/trust/keys.ts'
import { signMessage } from '../src/trust/signed-message.ts'
import { brokers, hasRedis, startRedis, type TestBroker } from './brokers.ts'
import { Fleet } from './fleet.ts'
import { openWay } from './way.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function fleetOn(broker: TestBroker): Promise<Fleet> {
  const fleet = await Fleet.start(broker)
  ending.push(() => fleet.stop())
  return fleet
}

const configOf = ({ target }: Fleet, workload: object = { rate: '100/s', duration: '1s' }): Config =>
  ({ target, scenarios: { all: { request: { path: '/?on=1' }, workload } } }) as Config

test.for(brokers)('a run that is cut off from %s while it calls ends when it is interrupted', async ([, isThere, start], { skip }) => {
  skip(!isThere, 'there is no such broker')
  const fleet = await fleetOn(await start())
  const way = await openWay(fleet.broker.url)
  ending.push(() => way.close())
  const interrupting = new AbortController()
  const machines = await fleet.machines({ agents: 1 }, undefined, way.url)
  // The first connection over this way after the broker was found.
  way.onConnection = (count) => {
    if (count < 2) return
    way.cut()
    setTimeout(() => interrupting.abort(), 500)
  }
  const result = await run(configOf(fleet), { machines, signal: interrupting.signal })
  expect(result.interrupted?.cause).toBe('signal')
  expect(fleet.asked).toEqual([])
})

test.skipIf(!hasRedis)('a run at a broker that refuses writes ends with the message of the broker', async () => {
  const fleet = await fleetOn(await startRedis(['--maxmemory', '1', '--maxmemory-policy', 'noeviction']))
  const error: unknown = await run(configOf(fleet), { machines: await fleet.machines({ agents: 1 }) }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'BROKER_UNREACHABLE', message: expect.stringContaining('OOM') })
})

test.skipIf(!hasRedis)('an agent that is ended as it is called takes no part', async () => {
  const fleet = await fleetOn(await startRedis())
  const ended = new AbortController()
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const onNotice = (message: string): void => {
    if (message.startsWith('waiting')) resolve()
    else ended.abort()
  }
  const trust = await agentTrust([fleet.trusted])
  const agent = runAgent({ broker: fleet.broker.url, name: 'one', trust, signal: ended.signal, onNotice })
  await waits
  const machines = await fleet.machines({ agents: 1, patience: 3000 })
  await expect(run(configOf(fleet), { machines })).rejects.toMatchObject({ code: 'MACHINES_MISSING' })
  await agent
  expect(fleet.asked).toEqual([])
  expect(await fleet.broker.left()).toEqual([])
})

/** Calls agents as a starter that is gone then, whose run has an archive; returns the name of the run. */
async function callAndGo(fleet: Fleet): Promise<string> {
  const starter = await Broker.open(fleet.broker.url)
  const gone = runName()
  const call: AgentCall = { run: gone, test: 'of one who is gone', expires: (await starter.now()) + 60e6 }
  const id = `${gone}-0`
  await starter.put(queues.calls, id, signMessage(JSON.stringify(call), calledBy(id), await readSigningKey(fleet.key)))
  await starter.put(queues.code(gone), 'part-0', 'the first of many')
  await starter.close()
  return gone
}

// Where an agent is killed before its starter has heard of it, nobody knows the name of its queue.
test.skipIf(!hasRedis)('an agent leaves nothing of its own in the broker before it has told its starter of itself', async () => {
  const redis = await startRedis()
  const fleet = await fleetOn(redis)
  const admin = new Redis(redis.adminUrl)
  ending.push(async () => admin.disconnect())
  await fleet.agent('one')
  const called = await callAndGo(fleet)
  let keys: readonly string[] = []
  await expect.poll(async () => (keys = await admin.keys(`benchpress:${called}.told.*`)).length, { interval: 5 }).toBeGreaterThan(0)
  expect(await admin.exists(`benchpress:${queues.heard(called)}:wait`), keys.join(' ')).toBe(1)
})

test.skipIf(!hasRedis)('an agent that is called by a starter that is gone removes what that has left', async () => {
  const fleet = await fleetOn(await startRedis())
  const { notices } = await fleet.agent('one')
  await callAndGo(fleet)
  await expect.poll(() => fleet.broker.left(), { timeout: 15_000 }).toEqual([])
  expect(notices.at(-1)).toBe('test "of one who is gone": its starter or the broker is gone')
})

test.skipIf(!hasRedis)('the CPU of a run of one second is known', async () => {
  const fleet = await fleetOn(await startRedis())
  await fleet.agent('one')
  const result = await run(configOf(fleet), { machines: await fleet.machines({ agents: 1 }) })
  expect(result.machines?.[0]?.generatorCpu).toBeGreaterThan(0)
  expect(result.machines?.[0]?.resources.at(-1)?.at).toBeGreaterThan(0.9)
})

test.skipIf(!hasRedis)('surplus agents are dismissed at once, and wait for the next run', async () => {
  const fleet = await fleetOn(await startRedis())
  const agents = await Promise.all(['one', 'two', 'three'].map((name) => fleet.agent(name)))
  const endless = new AbortController()
  const first = run(configOf(fleet, { rate: '50/s', duration: '1h' }), {
    machines: await fleet.machines({ agents: 1 }),
    signal: endless.signal,
  })
  await expect.poll(() => fleet.asked.length).toBeGreaterThan(10)
  const second = await run(configOf(fleet), { machines: await fleet.machines({ agents: 2 }) })
  expect(second.machines?.length).toBe(2)
  endless.abort()
  expect((await first).machines?.length).toBe(1)
  expect(await fleet.broker.left()).toEqual([])
  for (const { child } of agents) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  }
})

test.skipIf(!hasRedis)('a threshold ends a run on machines, and the live view shows each machine', async () => {
  const fleet = await fleetOn(await startRedis())
  await Promise.all(['one', 'other'].map((name) => fleet.agent(name)))
  const seen = new Set<string>()
  const onProgress = ({ machines = [] }: Progress): void => {
    for (const { name, cpu, requestsPerSecond } of machines) if (cpu !== null && requestsPerSecond > 0) seen.add(name)
  }
  const thresholds = { http_response_time: { threshold: 'p95 < 0.01ms', abortOnFail: true, after: '4s' } }
  const config = { ...configOf(fleet, { rate: '100/s', duration: '1h' }), thresholds }
  const result = await run(config, { machines: await fleet.machines({ agents: 2 }), onProgress })
  expect(result.interrupted?.cause).toBe('threshold')
  expect([...seen].toSorted()).toEqual(['one', 'other'])
  expect(result.machines?.map(({ lost, verdict }) => [lost, verdict?.includes('lost')])).toEqual([
    [null, false],
    [null, false],
  ])
  expect(result.startSpread).toBeGreaterThanOrEqual(0)
})
