import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DrivenUsers, inline, serve } from '../../../test/load/journeys/journey-fixture.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import { ThreadPlugins } from '../plugin/thread-plugins.ts'
import type { Journey, JourneyHooks, JourneyUser } from '../user/journey.ts'
import type { PluginRequests } from '../user/plugin-requests.ts'
import { unpackSeries } from '../../../test/measure/recorder/unpack-series.ts'

const [lag, spent] = [700, 300_000]
const clock = new ManualClock(1e9)
const plugin = new URL('../../../test/load/plugin/fixtures/asking.plugin.ts', import.meta.url).href

/** The response times of one iteration that is late by a number of microseconds, in the order of the paths; only the journey advances the clock. */
async function timesOf(journey: Journey, late: number, hooks: JourneyHooks = {}): Promise<number[]> {
  const port = await serve((_, response) => response.end())
  const shares = [{ name: 'asking', module: plugin, options: {}, shared: undefined }]
  const plugins = await ThreadPlugins.load(shares, { run: 'abc', publisher: 0 }, clock)
  const users = await DrivenUsers.create([inline(journey, hooks)], port, {}, { plugins, clock })
  // What was due before the run phase belongs to the warm-up.
  clock.advance(1e6)
  expect(await users.iterate(users.user(), late)).toMatchObject({ end: 'completed' })
  const times = unpackSeries(users.take().endpoints).map(({ name, responseTimes }) => ({
    name,
    max: Math.max(...responseTimes.map(([, { max }]) => max)),
  }))
  return times.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ max }) => max)
}

async function ask({ http }: JourneyUser): Promise<void> {
  await http.get('/1')
}

async function spendElsewhere(): Promise<void> {
  await turn()
  clock.advance(spent)
}

function requestsOf(user: JourneyUser): PluginRequests & { wait(): () => void } {
  return (user as unknown as { readonly asking: PluginRequests & { wait(): () => void } }).asking
}

test('in a closed workload the response time starts when the journey makes the request, whatever it waited for before', async () => {
  const afterElsewhere = async (user: JourneyUser): Promise<void> => {
    await spendElsewhere()
    await ask(user)
  }
  expect(await timesOf(afterElsewhere, 0)).toEqual([0])
})

test('in an open workload the first request takes over the send lag of its iteration, and later ones do not', async () => {
  const askTwice = async ({ http }: JourneyUser): Promise<void> => {
    await http.get('/1')
    await http.get('/2')
  }
  expect(await timesOf(askTwice, lag)).toEqual([lag, 0])
})

test('computation of a journey before a request is not a wait of the request', async () => {
  const computeAndAsk = async (user: JourneyUser): Promise<void> => {
    await Promise.resolve()
    clock.advance(spent)
    await ask(user)
  }
  expect(await timesOf(computeAndAsk, lag)).toEqual([lag])
})

test('a request of beforeUser takes over the send lag, because it is the first', async () => {
  const beforeUser = async ({ http }: JourneyUser): Promise<void> => void (await http.get('/0'))
  expect(await timesOf(ask, lag, { beforeUser })).toEqual([lag, 0])
})

test.each<[string, (user: JourneyUser) => unknown]>([
  ['a think time', async ({ think }) => await think(0)],
  ['sleepUntil', async ({ sleepUntil }) => await sleepUntil(0)],
  ['a turn of the event loop', spendElsewhere],
  ['a request of a plugin', (user) => requestsOf(user).ended(requestsOf(user).started(), 'ok')],
  ['a wait for the target', (user) => requestsOf(user).wait()()],
])('in an open workload no request takes over the send lag after %s', async (_, before) => {
  const beforeAsking = async (user: JourneyUser): Promise<void> => {
    await before(user)
    await ask(user)
  }
  expect(await timesOf(beforeAsking, lag)).toEqual([0])
})
