import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import { startShopServer } from './shop-server.ts'

const stray = fileURLToPath(new URL('journeys/stray.journey.ts', import.meta.url))

test('what a journey throws where nothing can catch it is counted and noted, told once, and ends no thread', async () => {
  const server = await startShopServer()
  onTestFinished(() => server.close())
  const told: string[] = []
  const result = await run(
    { target: server.url, workers: 2, scenarios: { shop: { journey: stray, workload: { users: 4, iterations: 40 } } } },
    { onProgress: ({ message }) => void (message !== undefined && told.push(message)) },
  )
  const { generator, scenarios, verdict } = result
  expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 40, completed: 40 })
  expect(generator.threads.map(({ lost }) => lost)).toEqual([null, null])
  const rejected = 'a promise was rejected that nobody waited for: nobody waits for this'
  const thrown = ['no bid is left', 'no such message'].map((reason) => `thrown outside of any iteration, as in a timer: ${reason}`)
  expect(generator.strayErrors).toEqual({ count: 120, first: rejected })
  expect(verdict.reasons).toContainEqual({
    rule: 'stray-errors',
    level: 'note',
    text: `120 errors of journeys or plugins belong to no iteration; the first: ${rejected}`,
  })
  expect(told.filter((message) => /rejected|thrown/.test(message)).toSorted()).toEqual([rejected, ...thrown])
})
