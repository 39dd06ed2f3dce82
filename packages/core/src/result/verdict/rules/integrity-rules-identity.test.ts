import { describe, expect, test } from 'vitest'
import { identity, lostWorker } from './integrity-rules.ts'
import type { Counts, SeriesSummary } from '../../summary/series-summary.ts'
import type { UsersSummary } from '../../summary/users-summary.ts'
import {
  countsFixture,
  iterationsFixture,
  phaseFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  threadFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

const counts = countsFixture({ ok: 900, timeout: 90, aborted: 10 }, 5)

describe('the identity', () => {
  test('the identity holds for two scenarios on two workers, with dropped requests and a warm-up', () => {
    const scenarios = [scenarioFixture({ counts, warmup: phaseFixture(5) }), scenarioFixture({ name: 'writes', counts })]
    const threads = [threadFixture({ counts }), threadFixture({ worker: 1, counts })]
    expect(identity(summaryFixture({ scenarios, generator: { threads } }))).toEqual([])
  })

  test('the identity is broken where scheduled requests were neither started nor dropped', () => {
    const scenarios = [scenarioFixture({ counts: { ...counts, scheduled: 1012 } })]
    expect(identity(summaryFixture({ scenarios }))[0]).toEqual({
      rule: 'identity',
      level: 'invalid',
      text: 'reads: scheduled 1,012, but started and dropped are 1,005, 7 too few',
    })
  })

  test('the identity is broken where one request more ended than was started', () => {
    const broken = { ...counts, started: 999, scheduled: 1004 }
    expect(identity(summaryFixture({ scenarios: [scenarioFixture({ counts: broken })] }))[0]?.text).toBe(
      'reads: started 999, but the outcomes add up to 1,000, 1 too many',
    )
  })

  test('the identity is checked for the warm-up on its own', () => {
    const warmup = phaseFixture(5, { counts: { ...counts, started: 1001, scheduled: 1006 } })
    const reasons = identity(summaryFixture({ scenarios: [scenarioFixture({ warmup })] }))
    expect(reasons.map(({ text }) => text)).toEqual(['reads, warm-up: started 1,001, but the outcomes add up to 1,000, 1 too few'])
  })

  test('the identity is checked for each worker', () => {
    const threads = [threadFixture({ counts: { ...counts, dropped: 4 } })]
    const texts = identity(summaryFixture({ scenarios: [scenarioFixture({ counts })], generator: { threads } })).map(({ text }) => text)
    expect(texts).toContain('worker 0: scheduled 1,005, but started and dropped are 1,004, 1 too few')
  })

  test('the identity is broken where the workers do not add up to the scenarios, outcome by outcome', () => {
    const threads = [threadFixture({ counts: countsFixture({ ok: 901, timeout: 89, aborted: 10 }, 5) })]
    const texts = identity(summaryFixture({ scenarios: [scenarioFixture({ counts })], generator: { threads } })).map(({ text }) => text)
    expect(texts).toEqual([
      'ok: 900 over all scenarios, but the workers add up to 901, 1 too many',
      'timeout: 90 over all scenarios, but the workers add up to 89, 1 too few',
    ])
  })
})

test('the identity is reported of requests over HTTP, then of plugins, then of their endpoints and users', () => {
  const broken = countsFixture({ ok: 900 })
  const lost = { ...broken, started: 901, scheduled: 901 }
  const endpoint = { name: 'GET /a', statuses: {}, requestsPerSecond: 10, dataReceived: 0, byClass: {} }
  const times = { responseTime: timesFixture(), serviceTime: timesFixture(), httpWaiting: timesFixture() }
  const endpoints = [{ ...endpoint, ...times, counts: lost }]
  const users = usersFixture({ created: 1, pluginRequests: [pluginRequestsFixture({ ok: 900 }, { counts: lost, endpoints })] })
  const scenarios = ['reads', 'writes'].map((name) => usersScenarioFixture({ name, counts: lost, endpoints, users }))
  const texts = identity(summaryFixture({ scenarios })).map(({ text }) => text.replace(/:? (?:started|users created) .*/, ''))
  expect(texts.slice(0, 10)).toEqual([
    'reads',
    'writes',
    'reads, requests of redis',
    'writes, requests of redis',
    'reads, requests of redis, GET /a',
    'writes, requests of redis, GET /a',
    'reads, GET /a',
    'reads',
    'writes, GET /a',
    'writes',
  ])
})

describe('the identity of endpoints', () => {
  const endpoint = (name: string, ended: Counts): SeriesSummary => ({
    name,
    counts: ended,
    statuses: {},
    requestsPerSecond: 10,
    dataReceived: 0,
    responseTime: timesFixture(),
    serviceTime: timesFixture(),
    httpWaiting: timesFixture(),
    byClass: {},
  })
  const textsOf = (...endpoints: SeriesSummary[]): string[] =>
    identity(summaryFixture({ scenarios: [scenarioFixture({ counts, endpoints })] })).map(({ text }) => text)

  test('the identity of endpoints holds where each request belongs to one endpoint', () => {
    expect(
      textsOf(endpoint('GET /a', countsFixture({ ok: 900 })), endpoint('GET /b', countsFixture({ timeout: 90, aborted: 10 }))),
    ).toEqual([])
  })

  test('the identity of endpoints is broken where they do not add up, or one of them lost a request', () => {
    expect(textsOf(endpoint('GET /a', countsFixture({ ok: 999 })))).toEqual([
      'reads: started 1,000, but the endpoints add up to 999, 1 too few',
    ])
    expect(textsOf(endpoint('GET /a', { ...countsFixture({ ok: 999 }), started: 1000, scheduled: 1000 }))).toEqual([
      'reads, GET /a: started 1,000, but the outcomes add up to 999, 1 too few',
    ])
  })
})

describe('the identity of users', () => {
  const iterations = iterationsFixture({ completed: 90, failed: 8, aborted: 2, dropped: 5 })
  const whole = usersFixture({
    created: 7,
    completed: 4,
    failed: 2,
    aborted: 1,
    iterations,
    warmupIterations: iterationsFixture({ completed: 3 }),
    journeys: [
      { name: 'browse', iterations: iterationsFixture({ completed: 60, failed: 8, aborted: 2, dropped: 3 }), duration: timesFixture() },
      { name: 'buy', iterations: iterationsFixture({ completed: 30, dropped: 2 }), duration: timesFixture() },
    ],
    feeds: [{ name: 'users.csv', rows: 100, used: 100, duplicates: 0 }],
  })

  function textsOf(users: Partial<UsersSummary>, lost: { at: number; reason: string } | null = null): string[] {
    const scenarios = [usersScenarioFixture({ users: { ...whole, ...users } })]
    return identity(summaryFixture({ scenarios, thread: { lost } })).map(({ text }) => text)
  }

  test('the identity of users holds where every iteration, user and row is counted once', () => {
    expect(textsOf({})).toEqual([])
  })

  test('the identity of users is broken by an iteration that did not end, in any phase', () => {
    const open = { ...iterations, completed: 89 }
    expect(textsOf({ iterations: open })).toEqual(['reads: iterations started 100, but completed, failed and aborted are 99, 1 too few'])
    expect(textsOf({ warmupIterations: { ...iterationsFixture({ completed: 3 }), started: 4, scheduled: 4 } })).toEqual([
      'reads, warm-up: iterations started 4, but completed, failed and aborted are 3, 1 too few',
    ])
  })

  test('the identity of users is broken by an iteration that was neither started nor dropped', () => {
    expect(textsOf({ iterations: { ...iterations, scheduled: 106 } })).toEqual([
      'reads: iterations scheduled 106, but started and dropped are 105, 1 too few',
    ])
  })

  test('the identity of users is broken by a user that did not end', () => {
    expect(textsOf({ created: 8 })).toEqual(['reads: users created 8, but completed, failed and aborted are 7, 1 too few'])
  })

  test('the identity of users is broken by journeys that do not add up', () => {
    const [browse] = whole.journeys
    expect(textsOf({ journeys: browse === undefined ? [] : [browse] })).toEqual([
      'reads: iterations started 100, but the journeys add up to 70, 30 too few',
      'reads: iterations dropped 5, but the journeys add up to 3, 2 too few',
    ])
  })

  test('the identity of users is broken by a row of a feed that was handed out twice, or does not exist', () => {
    expect(textsOf({ feeds: [{ name: 'users.csv', rows: 100, used: 101, duplicates: 1 }] })).toEqual([
      'reads: feed users.csv handed out 1 of its rows more than once',
      'reads: feed users.csv has 100 rows, but 101 were handed out',
    ])
  })

  test('the identity of users is not checked where their worker died', () => {
    expect(textsOf({ created: 8 }, { at: 1, reason: 'exit code 134' })).toEqual([])
  })
})

describe('a lost worker', () => {
  test('a lost worker makes the result invalid, and the reason names what is missing', () => {
    const summary = summaryFixture({ thread: { worker: 1, lost: { at: 3.21, reason: 'exit code 134' } } })
    const text = 'worker 1 was lost after 3.21 s (exit code 134): what it did after its last report is not counted'
    expect(lostWorker(summary)).toEqual([{ rule: 'lost-worker', level: 'invalid', text }])
  })

  test('no lost worker is reported while all workers live', () => {
    expect(lostWorker(summaryFixture())).toEqual([])
  })
})
