import { run, type Config, type Progress } from '@benchpress/core'
import { afterEach, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'
import { openWay } from './way.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function startFleet(): Promise<Fleet> {
  const fleet = await Fleet.start(await startRedis())
  ending.push(() => fleet.stop())
  return fleet
}

const configOf = ({ target }: Fleet, workload: object): Config =>
  ({ target, scenarios: { all: { request: { path: '/?on=1' }, workload } } }) as Config

// After the shorter time only the agent has given up, and its starter has not missed it yet.
test.skipIf(!hasRedis).each([4300, 6000])(
  'an agent that was cut off for %d ms ends its load, and removes nothing of those that continue',
  async (time) => {
    const fleet = await startFleet()
    fleet.delay = 3000
    const way = await openWay(fleet.broker.url)
    ending.push(() => way.close())
    const { notices } = await fleet.agent('cut', { broker: way.url })
    await fleet.agent('kept')
    const machines = await fleet.machines({ agents: 2 })
    let cutting: Promise<void> | undefined
    const cut = async (): Promise<void> => {
      way.cut()
      await sleep(time)
      way.heal()
    }
    fleet.onAsked = () => {
      if (fleet.asked.length === 60) cutting = cut()
    }
    const result = await run(configOf(fleet, { rate: '20/s', duration: '1h', gracefulStop: '10s', maxUsers: 200 }), { machines })
    await cutting
    expect(result.machines?.map(({ name, lost }) => [name, lost !== null]).toSorted()).toEqual([
      ['cut', true],
      ['kept', false],
    ])
    await expect.poll(() => notices.join(), { timeout: 15_000 }).toContain('its starter or the broker is gone')
    await expect.poll(() => fleet.broker.left(), { timeout: 15_000 }).toEqual([])
  },
)

test.skipIf(!hasRedis)(
  'an agent that was cut off for less than its patience is not missed, nor is one whose connections broke',
  async () => {
    const fleet = await startFleet()
    const [cut, broken] = [await openWay(fleet.broker.url), await openWay(fleet.broker.url, { delay: 20 })]
    ending.push(
      () => cut.close(),
      () => broken.close(),
    )
    await fleet.agent('cut', { broker: cut.url })
    await fleet.agent('broken', { broker: broken.url })
    const machines = await fleet.machines({ agents: 2 })
    const disturb = async (): Promise<void> => {
      cut.cut()
      for (let time = 0; time < 20; time++) {
        broken.reset()
        await sleep(100)
      }
      cut.heal()
    }
    let disturbing: Promise<void> | undefined
    fleet.onAsked = () => (disturbing ??= disturb())
    const result = await run(configOf(fleet, { rate: '100/s', duration: '6s' }), { machines })
    await disturbing
    expect(result.machines?.map(({ lost }) => lost)).toEqual([null, null])
    expect(result.scenarios[0]?.counts.outcomes.ok).toBe(600)
    expect(fleet.asked.length).toBe(600)
  },
)

test.skipIf(!hasRedis)('agents that went before all had come are replaced by others', async () => {
  const fleet = await startFleet()
  const gone = await fleet.agent('gone')
  const here = Promise.withResolvers<void>()
  const away = Promise.withResolvers<void>()
  const machines = await fleet.machines({ agents: 2, patience: 25_000 })
  const onProgress = ({ message = '' }: Progress): void => {
    if (message.includes('gone is here')) here.resolve()
    if (message.includes('gone is gone')) away.resolve()
  }
  const running = run(configOf(fleet, { rate: '100/s', iterations: 100 }), { machines, onProgress })
  await here.promise
  gone.child.kill('SIGKILL')
  // Until an agent has been silent for seconds, it counts as one of the two.
  await away.promise
  await Promise.all([fleet.agent('one'), fleet.agent('other')])
  const result = await running
  expect(result.machines?.map(({ name }) => name).toSorted()).toEqual(['one', 'other'])
  expect(result.scenarios[0]?.counts.outcomes.ok).toBe(100)
  expect(await fleet.broker.left()).toEqual([])
})
