import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/base/clock/clock.ts'
import { ThreadPlugins } from '../../../src/load/plugin/thread-plugins.ts'
import type { Journey } from '../../../src/load/user/journey.ts'
import type { PluginRequests } from '../../../src/load/user/plugin-requests.ts'
import { run as runTest } from '../../../src/run/api.ts'
import { outcomes } from '../../../src/model/metrics/outcome.ts'
import { DrivenUsers, inline, serve } from './journey-fixture.ts'

interface Done {
  readonly ends: DrivenUsers['ends']
  /** The failed checks, with the innermost file of their places, and how often each failed. */
  readonly failed: readonly (readonly [name: string, failed: number])[]
  /** The outcomes of requests, of which none is under way. */
  readonly ended: Readonly<Record<string, number>>
  readonly unhandled: readonly unknown[]
}

/** Has a user do a journey twice, on a server that responds to `/slow` after a while, and not at all to `/never`. */
async function doTwice(journey: Journey, { plugins = [] as readonly string[], timeout = 5e6 } = {}): Promise<Done> {
  const unhandled: unknown[] = []
  const hear = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const port = await serve(({ url }, response) => {
    if (url === '/gone') response.destroy()
    else if (url !== '/never') setTimeout(() => response.end('{}'), url === '/slow' ? 30 : 0)
  })
  const shares = plugins.map((name) => {
    const module = new URL(`../plugin/fixtures/${name}.plugin.ts`, import.meta.url).href
    return { name, module, options: undefined, shared: undefined }
  })
  const loaded = await ThreadPlugins.load(shares, { run: 'abc', publisher: 0 }, systemClock)
  const users = await DrivenUsers.create([inline(journey)], port, { timeout }, { plugins: loaded })
  const user = users.user()
  for (let count = 0; count < 2; count++) await users.iterate(user)
  // No iteration ends before its requests.
  const { run, users: taken } = users.take()
  expect(run.outcomes.reduce((sum, count) => sum + count, 0)).toBe(run.started)
  await user.leave()
  return {
    ends: users.ends,
    failed: taken.checks
      .filter(({ failed }) => failed > 0)
      .map(({ name, failed }) => [name.replaceAll(/:\d+:\d+| < [^)]*/g, ''), failed] as const),
    ended: Object.fromEntries(run.outcomes.flatMap((count, index) => (count === 0 ? [] : [[outcomes[index] ?? '', count]]))),
    unhandled,
  }
}

const here = 'unawaited-calls.integration.test.ts'

test.each<[what: string, journey: Journey, checks: readonly string[], ended: Record<string, number>]>([
  ['not awaited', ({ http }) => void http.get('/slow'), ['GET /slow'], { ok: 2 }],
  [
    'not awaited, and over before the journey returns',
    async ({ http }) => {
      void http.get('/a')
      await http.get('/slow')
    },
    ['GET /a'],
    { ok: 4 },
  ],
  [
    'looked at only for its response',
    ({ http, check }) => {
      const response = http.get('/a') as unknown as { status: number }
      check('is there', response.status === undefined)
    },
    ['GET /a'],
    { ok: 2 },
  ],
  [
    'awaited in a function that nothing awaits',
    ({ http }) => {
      const order = async (): Promise<void> => void (await http.post('/slow'))
      void order()
    },
    ['POST /slow is awaited by its journey'],
    { ok: 2 },
  ],
  ['sent as a form', ({ http }) => void http.post('/a', { multipart: { a: 'b' } }), ['POST /a'], { ok: 2 }],
  ['not awaited, and lost', ({ http }) => void http.get('/gone'), ['GET /gone'], { closed_early: 2 }],
  ['without a response', ({ http }) => void http.get('/never', { timeout: '50ms' }), ['GET /never'], { timeout: 2 }],
  ['redirected nowhere', ({ http }) => void http.get('http://127.0.0.1:1/'), ['GET http://127.0.0.1:1/'], { refused: 2 }],
])('a request that is %s is counted, awaited by its iteration, and named with its place', async (_, journey, checks, ended) => {
  const done = await doTwice(journey)
  expect(done.ends.map(({ end }) => end)).toEqual(['completed', 'completed'])
  expect(done.failed).toEqual(checks.map((name) => [`${name.includes(' is ') ? name : `${name} is awaited`} (${here})`, 2]))
  expect([done.ended, done.unhandled]).toEqual([ended, []])
})

test.each<[what: string, journey: Journey, ended: Record<string, number>]>([
  ['awaited', async ({ http }) => void (await http.get('/slow')), { ok: 2 }],
  ['returned', async ({ http }) => void (await Promise.resolve(http.get('/slow'))), { ok: 2 }],
  [
    'awaited later',
    async ({ http }) => {
      const first = http.get('/slow')
      await http.get('/a')
      await first
    },
    { ok: 4 },
  ],
  ['awaited with others', async ({ http }) => void (await Promise.all([http.get('/a'), http.get('/slow')])), { ok: 4 }],
  ['caught, and left', ({ http }) => void http.get('/slow').catch(() => undefined), { ok: 2 }],
  ['caught', async ({ http }) => void (await http.get('/gone').catch(() => undefined)), { closed_early: 2 }],
  ['settled', async ({ http }) => void (await Promise.allSettled([http.get('/gone'), http.get('/slow')])), { closed_early: 2, ok: 2 }],
  ['finally awaited', async ({ http }) => void (await http.get('/a').finally(() => undefined)), { ok: 2 }],
])('a request that is %s is not named', async (_, journey, ended) => {
  const done = await doTwice(journey)
  expect([done.failed, done.ended, done.unhandled]).toEqual([[], ended, []])
})

test('a journey that throws, as where one of several requests is lost, ends with its requests, none of which is named', async () => {
  const done = await doTwice(async ({ http }) => {
    void http.get('/slow')
    await Promise.all([http.get('/gone'), http.get('/slow')])
  })
  expect(done.ends.map(({ end, reason }) => [end, reason])).toEqual([
    ['failed', 'GET /gone: closed_early (closed before the response)'],
    ['failed', 'GET /gone: closed_early (closed before the response)'],
  ])
  expect([done.failed, done.ended]).toEqual([[], { closed_early: 2, ok: 4 }])
})

test('pauses and groups that are not awaited are awaited by their iteration and named, and those of a race are not', async () => {
  let paused = 0
  const done = await doTwice(async ({ http, think, sleepUntil, group }) => {
    void think('5ms')
    void sleepUntil('5ms')
    void group('pay', async () => {
      await http.get('/slow')
      await sleep(5)
      paused += 1
    })
    await Promise.race([http.get('/a'), think('1h')])
  })
  expect([paused, done.ended]).toEqual([2, { ok: 4 }])
  expect(new Map(done.failed)).toEqual(
    new Map(
      ['think is awaited', 'sleepUntil is awaited', 'group pay is awaited', 'GET /slow is awaited by its journey'].map((name) => [
        `${name} (${here})`,
        2,
      ]),
    ),
  )
})

test('a request of afterUser that is not awaited is counted and named like any other', async () => {
  const port = await serve((_request, response) => void setTimeout(() => response.end(), 10))
  const users = await DrivenUsers.create([inline(() => undefined, { afterUser: ({ http }) => void http.post('/logout') })], port)
  const user = users.user()
  await users.iterate(user)
  await user.leave()
  const { run, users: taken } = users.take()
  expect([run.started, run.outcomes[0]]).toEqual([1, 1])
  expect(taken.checks).toMatchObject([{ name: expect.stringMatching(/^POST \/logout is awaited \(/) as string, failed: 1 }])
})

test('a run whose requests are not awaited has no more of them in flight than users, and the verdict names them', async () => {
  const port = await serve((_request, response) => response.end())
  const looking: Journey = ({ http }) => void http.get('/items')
  const result = await runTest({
    target: `http://127.0.0.1:${port}`,
    scenarios: { looking: { journey: looking, workload: { users: 3, duration: '500ms' } } },
  })
  const { counts, inFlight, users } = result.scenario('looking')
  expect(counts.outcomes.ok).toBe(counts.started)
  expect(users?.iterations).toMatchObject({ started: counts.started, completed: counts.started })
  expect(inFlight).toBeLessThanOrEqual(3)
  const { text = '' } = result.verdict.reasons.find(({ rule }) => rule === 'checks-failed') ?? {}
  expect(text).toMatch(/^checks failed: 'GET \/items is awaited \(unawaited-calls\.integration\.test\.ts:\d+:\d+/)
})

describe('requests of plugins', () => {
  test('the reply to a request of a plugin that is not awaited is awaited by its iteration and named', async () => {
    const done = await doTwice(
      (user) => {
        const { asking } = user as unknown as { asking: Pick<PluginRequests, 'started' | 'ended'> }
        const start = asking.started()
        setTimeout(() => asking.ended(start, 'ok'), 20)
      },
      { plugins: ['asking'] },
    )
    expect(done.failed).toEqual([['asking is awaited (asking.plugin.ts)', 2]])
  })

  test('a reply that never comes is awaited for the timeout of a request, and only in the iteration of its request', async () => {
    const askOnce: Journey = (user) => {
      const { asking } = user as unknown as { asking: Pick<PluginRequests, 'started'> }
      if (user.iteration.index === 0) asking.started()
    }
    const done = await doTwice(askOnce, { plugins: ['asking'], timeout: 50_000 })
    expect(done.failed).toEqual([['asking is awaited (asking.plugin.ts)', 1]])
    expect(done.ends.map(({ end }) => end)).toEqual(['completed', 'completed'])
  })
})

test('a request that a timer makes after its user has left is neither sent nor counted, but named', async () => {
  const port = await serve((_request, response) => response.end())
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const users = await DrivenUsers.create(
    [
      inline(({ http }) => {
        setTimeout(() => {
          void http.get('/late')
          resolve()
        }, 5)
      }),
    ],
    port,
  )
  const user = users.user()
  await users.iterate(user)
  await user.leave()
  await late
  const { run, users: taken } = users.take()
  expect(run.started).toBe(0)
  expect(taken.checks).toMatchObject([
    { name: expect.stringMatching(/^GET \/late is sent before its user has left \(/) as string, failed: 1 },
  ])
})
