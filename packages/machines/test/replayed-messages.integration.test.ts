import { fileURLToPath } from 'node:url'
import { run, type Config } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { Broker } from '../src/broker/broker.ts'
import { hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'
import { recordMessages } from './recorded-messages.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))

const configOf = ({ target }: Fleet, iterations: number): Config => ({
  target,
  scenarios: { numbered: { journey: './numbered.journey.ts', workload: { rate: '100/s', iterations } } },
})

test.skipIf(!hasRedis)(
  'messages that are recorded at the broker and replayed are ignored, by the same agent and another, in the same run and the next',
  async () => {
    const redis = await startRedis()
    const fleet = await Fleet.start(redis)
    const stranger = await Broker.open(redis.url)
    const recorded = await recordMessages(redis.adminUrl)
    onTestFinished(async () => {
      recorded.stop()
      await stranger.close()
      await fleet.stop()
    })
    await Promise.all([fleet.agent('one'), fleet.agent('other')])
    const machines = await fleet.machines({ agents: 2 })

    await run(configOf(fleet, 50), { machines, cwd })
    const before = recorded.messages.length
    const told = recorded.messages.filter(({ to }) => to === 'told')
    // Each agent receives at least its order, the instant to go and the end, and sends at least its presence, its reports and its end.
    expect(told.length).toBeGreaterThanOrEqual(6)
    expect(before - told.length).toBeGreaterThanOrEqual(6)

    let played = 0
    const playAgain = async (): Promise<void> => {
      const names = [...(await stranger.queues())]
      const agents = names.filter((name) => name.includes('.told.'))
      const starters = names.filter((name) => name.endsWith('.heard'))
      expect([agents.length, starters.length]).toEqual([2, 1])
      // Replayed messages are recorded, too.
      const all = new Map(recorded.messages.map(({ to, text }) => [text, to === 'told' ? agents : starters]))
      for (const [text, to] of all) await Promise.all(to.map(async (queue) => await stranger.put(queue, `again-${played++}`, text)))
    }
    fleet.asked.length = 0
    let playing: Promise<void> | undefined
    fleet.onAsked = () => (playing ??= playAgain())
    const result = await run(configOf(fleet, 300), { machines, cwd })
    const duringTheRun = played
    await playing
    expect(duringTheRun).toBeGreaterThan(20)
    expect(result.machines?.map(({ name, lost }) => [name, lost]).toSorted()).toEqual([
      ['one', null],
      ['other', null],
    ])
    expect(result.scenario('numbered').counts).toMatchObject({ started: 300, outcomes: { ok: 300 } })
    expect(fleet.asked.map((query) => Number(query.get('index'))).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 300 }, (_, index) => index),
    )
  },
)
