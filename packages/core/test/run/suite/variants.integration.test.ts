import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SuiteTestConfig } from '../../../src/config/config.ts'
import { causeNotRun } from '../../../src/compare/doubtful-run.ts'
import type { Progress } from '../../../src/run/progress.ts'
import { runSuite } from '../../../src/run/api.ts'
import { startNotingServer } from '../../load/plugin/noting-server.ts'
import { freePort } from '../../../../../test/free-port.ts'
import { dyingAfter, failing, namesOf, NotingVariants, ten } from './variants-fixture.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'

test('a test runs on each variant in turns, first to last and back, and never are two variants up at once', async () => {
  const noting = new NotingVariants()
  const variants = { single: noting.variant('single'), multi: noting.variant('multi') }
  const { tests } = await runSuite({ name: 'shop', tests: [ten], variants, repeats: 3, pause: '1ms' })
  expect(namesOf(tests)).toEqual(['single 1', 'multi 1', 'multi 2', 'single 2', 'single 3', 'multi 3'])
  expect(noting.events).toEqual(
    ['single', 'multi', 'multi', 'single', 'single', 'multi'].flatMap((name) => [`${name} starts`, `${name} stops after 10`]),
  )
  expect(tests.map(({ scenarios }) => scenarios[0]?.counts.outcomes.ok)).toEqual([10, 10, 10, 10, 10, 10])
  expect(tests.map(causeNotRun)).toEqual(tests.map(() => undefined))
})

test('the variants of a test have one seed, and each test has all variants', async () => {
  const noting = new NotingVariants()
  const variants = { a: noting.variant('a'), b: noting.variant('b') }
  const { tests } = await runSuite({ name: 'shop', tests: [ten, { ...ten, name: 'again' }], variants })
  expect(tests.map(({ name, variant }) => `${name} ${variant}`)).toEqual(['ten a', 'ten b', 'again a', 'again b'])
  expect(tests[0]?.seed).toBe(tests[1]?.seed)
  expect(tests[2]?.seed).toBe(tests[3]?.seed)
})

test('a test with a target of its own stays with it', async () => {
  const noting = new NotingVariants()
  const own = { ...ten, name: 'own', target: noting.variant('own') }
  const { tests } = await runSuite({ name: 'shop', tests: [ten, own], variants: { a: noting.variant('a') }, repeats: 2 })
  expect(tests.map(({ name, variant, repeat }) => `${name} ${variant} ${repeat}`)).toEqual([
    'ten a 1',
    'ten a 2',
    'own default 1',
    'own default 2',
  ])
  expect(noting.events.filter((event) => event.startsWith('own'))).toEqual(['own starts', 'own stops after 20'])
})

test('a variant that does not start, or does not exist, is not run and has the reason, and the others are run', async () => {
  const noting = new NotingVariants()
  const gone = `http://127.0.0.1:${await freePort()}`
  const suite = await runSuite({ name: 'shop', tests: [ten], variants: { failing, gone, well: noting.variant('well') }, repeats: 2 })
  expect(namesOf(suite.tests)).toEqual(['failing 1', 'gone 1', 'well 1', 'well 2', 'gone 2', 'failing 2'])
  const [first, second, third] = suite.tests
  expect(first && causeNotRun(first)).toMatch(/exited with code 3 before it was ready.*no database/s)
  expect(second && causeNotRun(second)).toContain('nothing is listening at 127.0.0.1')
  expect(third && causeNotRun(third)).toBeUndefined()
  expect(first).toMatchObject({ variant: 'failing', repeat: 1, interrupted: { cause: 'target' }, verdict: { level: 'invalid' } })
  expect(first?.scenarios[0]?.counts.started).toBe(0)
  expect(third?.scenarios[0]?.counts.outcomes.ok).toBe(10)
  expect(suite.verdict.level).toBe('invalid')
  expect(resultProblems(suite)).toEqual([])
})

test('thresholds of a test that was not started say so, whatever they are on', async () => {
  const thresholds = { http_response_time: 'p99 < 1s', http_requests: 'count < 20' }
  const gone = `http://127.0.0.1:${await freePort()}`
  const variants = { gone, well: new NotingVariants().variant('well') }
  const { tests } = await runSuite({ name: 'shop', tests: [{ ...ten, thresholds }], variants })
  const open = { passed: false, inconclusive: { cause: 'interrupted' }, actual: null }
  const text = 'no samples, inconclusive: the test was not started'
  expect(tests[0]?.thresholds).toMatchObject([
    { ...open, text },
    { ...open, text },
  ])
  expect(tests[1]?.thresholds[1]).toMatchObject({ passed: true, actual: 10 })
})

test('a variant that dies keeps its figures until then, and the others continue', async () => {
  const noting = new NotingVariants()
  const { tests } = await runSuite({ name: 'shop', tests: [ten], variants: { dying: dyingAfter(4), well: noting.variant('well') } })
  expect(namesOf(tests)).toEqual(['dying 1', 'well 1'])
  expect(tests[0]).toMatchObject({
    interrupted: { cause: 'target' },
    target: { failed: { reason: expect.stringContaining('code 7') as string } },
  })
  expect(tests[0]?.scenarios[0]?.counts.outcomes.ok).toBe(4)
  expect(tests[1]?.scenarios[0]?.counts.outcomes.ok).toBe(10)
})

test('a setup that fails on one variant leaves the others', async () => {
  const noting = new NotingVariants()
  const module = fileURLToPath(new URL('picky.journey.ts', import.meta.url))
  const picky = { workers: 0, scenarios: { picky: { journey: module, workload: { users: 2, iterations: 4 } } } }
  const variants = { well: noting.variant('well'), empty: { server: () => startEmpty() } }
  const { tests } = await runSuite({ name: 'shop', tests: [picky], variants, repeats: 2 })
  expect(tests.map((each) => [each.variant, each.interrupted?.cause ?? null])).toEqual([
    ['well', null],
    ['empty', 'setup'],
    ['empty', 'setup'],
    ['well', null],
  ])
  expect(tests[1] && causeNotRun(tests[1])).toContain('the shop is empty')
  // Each run has its own setup and teardown: a login before, an order after, and four looks at an item between.
  expect(noting.events).toEqual(['well starts', 'well stops after 6', 'well starts', 'well stops after 6'])
})

test('plugins are set up and torn down for each run, and journeys are done in load threads', async () => {
  const servers = { a: await startNotingServer(), b: await startNotingServer() }
  const fixtures = new URL('../../load/plugin/fixtures/', import.meta.url)
  const noting: SuiteTestConfig = {
    plugins: ['first', 'second'].map((name) => ({ module: new URL(`${name}.plugin.ts`, fixtures).href, options: {} })),
    workers: 1,
    scenarios: { noting: { journey: fileURLToPath(new URL('noting.journey.ts', fixtures)), workload: { users: 1, iterations: 1 } } },
  }
  await runSuite({ name: 'noting', tests: [noting], variants: { a: servers.a.url, b: servers.b.url }, repeats: 2 })
  const one = [
    '/first/setup',
    '/second/setup',
    '/journey/beforeAll',
    '/journey',
    '/journey/afterAll',
    '/second/teardown',
    '/first/teardown',
  ]
  expect([servers.a.paths, servers.b.paths]).toEqual([
    [...one, ...one],
    [...one, ...one],
  ])
})

test('an interruption between two runs ends the suite with its results so far', async () => {
  const noting = new NotingVariants()
  const controller = new AbortController()
  const onProgress = ({ phase, variant }: Progress): void => {
    // The last progress of a run; the next would begin only after the pause.
    if (phase === 'teardown' && variant === 'a') queueMicrotask(() => controller.abort())
  }
  const variants = { a: noting.variant('a'), b: noting.variant('b') }
  const suite = await runSuite(
    { name: 'shop', tests: [ten, { ...ten, name: 'again' }], variants, pause: '1h' },
    { signal: controller.signal, onProgress },
  )
  expect(namesOf(suite.tests)).toEqual(['a 1'])
  expect(noting.events).toEqual(['a starts', 'a stops after 10'])
})

test('progress names the variant and the repeat, and the run among all of the suite', async () => {
  const noting = new NotingVariants()
  const told = new Set<string>()
  const onProgress = ({ variant, repeat, repeats, suite }: Progress): void =>
    void told.add(`${suite?.run} of ${suite?.runs}: ${variant} ${repeat} of ${repeats}`)
  await runSuite({ name: 'shop', tests: [ten], variants: { a: noting.variant('a'), b: noting.variant('b') }, repeats: 2 }, { onProgress })
  expect([...told]).toEqual(['1 of 4: a 1 of 2', '2 of 4: b 1 of 2', '3 of 4: b 2 of 2', '4 of 4: a 2 of 2'])
})

test('secrets of a test on variants are hidden in the config and in what a variant prints', async () => {
  const secret = { ...ten, secrets: { PIN: 'no database' } }
  const suite = await runSuite({ name: 'shop', tests: [secret], variants: { failing, again: failing } })
  expect(JSON.stringify(suite)).not.toContain('no database')
  expect(suite.config).toMatchObject({ variants: { failing: { command: expect.any(Array) as unknown[] } }, tests: [{ name: 'ten' }] })
})

async function startEmpty(): Promise<{ url: string; close: () => Promise<void> }> {
  const { createServer } = await import('node:http')
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
