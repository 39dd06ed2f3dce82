import { expect, test } from 'vitest'
import { createThread, DrivenUsers, inline, shareOf } from '../../../test/load/journeys/journey-fixture.ts'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { journey } from '../user/journey.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { WeightedChoice } from '../../model/workload/choices.ts'
import { JourneyUserSource } from './journey-user-source.ts'
import type { JourneyShare } from './scenario-share.ts'

function fromModule(module: string, over: Partial<JourneyShare> = {}): JourneyShare {
  return { name: 'journey', weight: 1, from: { module, export: 'default', options: undefined }, shared: undefined, ...over }
}

test('journeys are loaded from modules, with their hooks and the values of their beforeAll', async () => {
  const module = await writeModule(
    'tell.journey.mjs',
    `export default ({ shared, state }) => { throw new Error(shared.text + ' ' + state.greeted) }
     export const beforeUser = ({ state }) => { state.greeted = 'hello' }`,
  )
  const users = await DrivenUsers.create([fromModule(module, { shared: { text: 'says' } })])
  expect(await users.iterate(users.user())).toMatchObject({ reason: 'says hello' })
})

test('an export that is a function makes a journey from its options', async () => {
  const module = await writeModule('tell.journey.mjs', 'export const tell = ({ text }) => () => { throw new Error(text) }')
  const users = await DrivenUsers.create([fromModule(module, { from: { module, export: 'tell', options: { text: 'from options' } } })])
  expect(await users.iterate(users.user())).toMatchObject({ reason: 'from options' })
})

test('a journey that cannot be loaded causes an error with its name', async () => {
  const module = await writeModule('none.journey.mjs', '')
  await expect(DrivenUsers.create([fromModule(module)])).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining(`the export "default" of the journey module ${module} does not exist`) as string,
  })
})

test('journeys are chosen by their weights, depending only on the number of the iteration', async () => {
  const done: string[] = []
  const named = (name: string, weight: number): JourneyShare => inline(() => void done.push(name), {}, { name, weight })
  const journeys = [named('browse', 3), named('buy', 1)]
  const users = await DrivenUsers.create(journeys)
  const user = users.user()
  for (let count = 0; count < 64; count++) await users.iterate(user)
  expect(done.filter((name) => name === 'browse')).toHaveLength(48)
  const { source } = await DrivenUsers.create(journeys, 1, { part: { worker: 1, workers: 2 } })
  expect(done).toEqual(Array.from({ length: 64 }, (_, index) => source.journeyOf(index)))
})

test('the choice of the next journey has its own random numbers, apart from those of arrivals', async () => {
  const named = (name: string): JourneyShare => inline(() => undefined, {}, { name })
  const { source } = await DrivenUsers.create([named('0'), named('1')], 1, { seed: 9 })
  const choice = new WeightedChoice([1, 1], deriveSeed(9, 'journeys'))
  const indices = Array.from({ length: 64 }, (_, index) => index)
  expect(indices.map((index) => source.journeyOf(index))).toEqual(indices.map((index) => String(choice.placeOf(index))))
})

test('users with the same number draw the same numbers on every thread, and differ from other users and seeds', async () => {
  const draw = async (id: number, over: Parameters<typeof DrivenUsers.create>[2]): Promise<number> => {
    const drawn: number[] = []
    const users = await DrivenUsers.create([inline(journey(({ random }) => void drawn.push(random.next())))], 1, over)
    await users.iterate(users.user(id))
    return drawn[0] ?? Number.NaN
  }
  const first = await draw(4, {})
  expect(await draw(4, { part: { worker: 1, workers: 3 } })).toBe(first)
  expect(await draw(5, {})).not.toBe(first)
  expect(await draw(4, { seed: 2 })).not.toBe(first)
})

test('a source of journeys refuses an action of requests', async () => {
  const share = shareOf(1, [])
  const requests = { ...share, action: { kind: 'requests', requests: [], order: 'in-turn', uniqueIds: false } } as const
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  await expect(JourneyUserSource.create(requests, createThread(), () => () => expect.unreachable(), recorder)).rejects.toThrow(
    'buyers has no journeys',
  )
})
