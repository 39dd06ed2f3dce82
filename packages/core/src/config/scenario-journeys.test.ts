import { describe, expect, test } from 'vitest'
import { pathToFileURL } from 'node:url'
import { cwd, journeyScenarioOf, messageOf, minimal, withJourney } from '../../test/config-fixture.ts'
import { resolveConfig } from './resolve-config.ts'

const module = pathToFileURL(`${cwd}/config.ts`).href
const walk = (): void => undefined

function withScenario(scenario: object): object {
  return { ...minimal, scenarios: { buying: { workload: { users: 10 }, ...scenario } } }
}

describe('a scenario of journeys', () => {
  test('a scenario of journeys gets every default', () => {
    expect(journeyScenarioOf(withJourney('./config.ts'))).toEqual({
      kind: 'journeys',
      name: 'buying',
      bailout: undefined,
      abortIfRateBelow: undefined,
      journeys: [{ name: 'buying', weight: 1, from: { module, export: 'default', options: undefined } }],
      workload: {
        kind: 'users',
        curve: { from: 10, steps: [{ duration: 10e6, to: 10 }] },
        iterations: undefined,
        pacing: 0,
        startAfter: 0,
        warmup: 0,
        gracefulStop: 30e6,
      },
      connections: 'perUser',
      headers: {},
      spread: 'request',
    })
  })

  test('a scenario of journeys with a rate creates new users, unlike requests', () => {
    expect(journeyScenarioOf(withScenario({ journey: 'config.ts', workload: { rate: 5 } })).workload).toMatchObject({ reuseUsers: false })
    expect(
      journeyScenarioOf(withScenario({ journey: 'config.ts', workload: { stages: { of: 'rate', steps: [{ duration: 5, to: 5 }] } } }))
        .workload,
    ).toMatchObject({ reuseUsers: false })
    expect(journeyScenarioOf(withScenario({ journey: 'config.ts', workload: { rate: 5, reuseUsers: true } })).workload).toMatchObject({
      reuseUsers: true,
    })
  })

  test('a scenario of journeys takes over its options', () => {
    expect(
      journeyScenarioOf(
        withScenario({
          journeys: { browse: { journey: 'config.ts', weight: 3 }, buy: { journey: { module, export: 'buy', options: { n: 1 } } } },
          workload: { users: 10 },
          connections: { pool: 5, queueTimeout: '2s' },
          headers: { 'X-Test': '1' },
          startAfter: 1,
          bailout: 2,
          abortIfRateBelow: 3,
        }),
      ),
    ).toMatchObject({
      journeys: [
        { name: 'browse', weight: 3, from: { module, export: 'default' } },
        { name: 'buy', weight: 1, from: { module, export: 'buy', options: { n: 1 } } },
      ],
      workload: { startAfter: 1e6 },
      connections: { pool: 5, queueTimeout: 2e6 },
      headers: { 'X-Test': '1' },
      bailout: 2,
      abortIfRateBelow: 3,
    })
  })

  test.each([
    [
      { workload: { connections: 5 } },
      '.workload: connections send requests and do no journeys; journeys need users, rate, stages or batch',
    ],
    [{ workload: {} }, '.workload: needs users, rate, stages or batch'],
    [{ workload: undefined }, '.workload: is required and must be an object'],
    [
      { workload: { users: 5, rate: 5 } },
      '.workload: users and rate cannot be given together; the workload of a journey has one of users, rate, stages or batch',
    ],
    [{ connections: 5 }, '.connections: must be "perUser" or { pool, queueTimeout } (was 5)'],
    [{ connections: 'pool' }, '.connections: must be "perUser" or { pool, queueTimeout } (was "pool")'],
    [{ connections: { pol: 5 } }, '.connections: unknown key "pol"; did you mean "pool"?'],
    [{ connections: { pool: 0 } }, '.connections.pool: must be at least 1 (was 0)'],
    [{ connections: { pool: 70_000 } }, '.connections.pool: must be at most 65535 (was 70000)'],
    [{ headers: { 'a b': 'x' } }, '.headers: "a b" is not a valid header name'],
    [{ uniqueIds: true }, ': unknown key "uniqueIds"; it goes with a request; a journey makes ids itself'],
    [{ reconnectAfter: 5 }, ': unknown key "reconnectAfter"; it goes with a request'],
    [{ order: 'shuffled' }, ': unknown key "order"; it goes with requests; journeys have weights'],
  ])('a scenario of journeys with %j is refused', (options, message) => {
    expect(messageOf(withScenario({ journey: 'config.ts', ...options }))).toBe(`scenarios.buying${message}`)
  })

  test('a scenario of journeys divides its pool over the workers', () => {
    const pooled = withScenario({ journey: 'config.ts', connections: { pool: 2 } })
    expect(messageOf({ ...pooled, workers: 3 })).toBe(
      'scenarios.buying.connections.pool: workers (3) cannot be greater than pool (2); a worker would have nothing to do',
    )
    expect(resolveConfig({ ...pooled, workers: 'auto' }, { cwd }).workers).toBeLessThanOrEqual(2)
  })
})

describe('journeys', () => {
  test.each([
    [{}, ': must have at least one journey'],
    [{ buy: 'config.ts' }, '.buy: must be an object (was "config.ts")'],
    [{ buy: {} }, '.buy.journey: is required and must be the path of a module, { module } or a function'],
    [{ buy: { journey: 'config.ts', weight: 0 } }, '.buy.weight: must be at least 1 (was 0)'],
    [{ buy: { journey: 'config.ts', weight: 0.5 } }, '.buy.weight: must be a whole number (was 0.5)'],
    [{ buy: { journey: 'config.ts', wieght: 5 } }, '.buy: unknown key "wieght"; did you mean "weight"?'],
    [{ 'buy it': { journey: 'config.ts' } }, ': "buy it" is not a name; letters, digits, "_", "-", "." and ":" are allowed'],
  ])('the journeys %j are refused', (journeys, message) => {
    expect(messageOf(withScenario({ journeys }))).toBe(`scenarios.buying.journeys${message}`)
  })
})

describe('a journey', () => {
  test.each([
    ['config.ts', module],
    ['./workload/../config.ts', module],
    [`${cwd}/config.ts`, module],
    [module, module],
  ])('the journey %s is in the module %s', (journey, url) => {
    expect(journeyScenarioOf(withJourney(journey)).journeys[0]?.from).toEqual({ module: url, export: 'default', options: undefined })
    expect(journeyScenarioOf(withJourney({ module: journey })).journeys[0]?.from).toEqual({
      module: url,
      export: 'default',
      options: undefined,
    })
  })

  test.each([
    ['confg.ts', `: no such file: ${cwd}/confg.ts (was "confg.ts"); did you mean "config.ts"?`],
    ['./config', `: no such file: ${cwd}/config (was "./config"); did you mean "config.ts"?`],
    ['./config.js', `: no such file: ${cwd}/config.js (was "./config.js"); did you mean "config.ts"?`],
    ['./checkout.ts', `: no such file: ${cwd}/checkout.ts (was "./checkout.ts")`],
    ['missing/config.ts', `: no such file: ${cwd}/missing/config.ts (was "missing/config.ts")`],
    ['workload', ': is not a file (was "workload")'],
    [
      '../../package.json',
      ': is no module of TypeScript or JavaScript (was "../../package.json"); known extensions are .ts, .mts, .cts, .js, .mjs, .cjs',
    ],
    ['', ': must be the path or the file: URL of a module (was "")'],
    ['https://example.com/a.ts', ': must be the path or the file: URL of a module (was "https://example.com/a.ts")'],
    ['file://other/a.ts', ': must be the path or the file: URL of a module (was "file://other/a.ts")'],
    [5, ': must be the path of a module, { module } or a function (was 5)'],
    [{ modul: 'config.ts' }, ': unknown key "modul"; did you mean "module"?'],
    [{ module: 'confg.ts' }, `.module: no such file: ${cwd}/confg.ts (was "confg.ts"); did you mean "config.ts"?`],
    [{ module: 'config.ts', export: '' }, '.export: must not be empty'],
  ])('the journey %j is refused', (journey, message) => {
    expect(messageOf(withJourney(journey))).toBe(`scenarios.buying.journey${message}`)
  })
})

describe('options of a module', () => {
  test('the options of a module are copied, whatever data they are', () => {
    const options: Record<string, unknown> = { at: new Date(0), bytes: new Uint8Array(2), map: new Map([['a', [1]]]), big: 1n, none: null }
    options['self'] = options
    const from = journeyScenarioOf(withJourney({ module: 'config.ts', options })).journeys[0]?.from
    expect(from).toEqual({ module, export: 'default', options })
    expect(from !== undefined && 'options' in from && from.options !== options).toBe(true)
  })

  test.each([
    [walk, ': a function cannot be sent to another thread; put it in a journey file'],
    [{ on: [{ end: walk }] }, '.on[0].end: a function cannot be sent to another thread; put it in a journey file'],
    [{ id: Symbol('a') }, '.id: a symbol cannot be sent to another thread; give plain data'],
    [{ url: new URL('http://localhost') }, '.url: a URL would arrive in another thread as an object without its class; give plain data'],
    [new Map([['a', new Set([walk])]]), ': a function cannot be sent to another thread; put it in a journey file'],
  ])('the options %o of a module are refused', (options, message) => {
    expect(messageOf(withJourney({ module: 'config.ts', options }))).toBe(`scenarios.buying.journey.options${message}`)
  })
})

test('detached bytes cannot be options of a module', () => {
  const bytes = new ArrayBuffer(1)
  bytes.transfer()
  expect(messageOf(withJourney({ module: 'config.ts', options: { bytes } }))).toBe(
    'scenarios.buying.journey.options: cannot be sent to another thread; give plain data',
  )
})

describe('a journey that is a function', () => {
  test('a journey that is a function runs in the calling thread', () => {
    const { workers, scenarios } = resolveConfig(withJourney(walk))
    expect(workers).toBe(0)
    expect(scenarios[0]).toMatchObject({ journeys: [{ name: 'buying', weight: 1, from: { run: walk } }] })
    expect(resolveConfig({ ...withJourney(walk), workers: 0 }).workers).toBe(0)
  })

  test.each([1, 2, 'auto'])('a journey that is a function is refused with %s workers', (workers) => {
    expect(messageOf({ ...withScenario({ journeys: { buy: { journey: walk }, browse: { journey: 'config.ts' } } }), workers })).toBe(
      `scenarios.buying.journeys.buy.journey: a function runs in the calling thread only, and workers is ${workers}; ` +
        'put it in a file of its own and give its path, or leave workers out',
    )
  })
})
