import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Config, ScenarioConfig } from '../config/config.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { planSuite } from './api.ts'
import { planTest, type TestPlan } from './plan-suite.ts'
import type { ScenarioPlan } from './plan-scenario.ts'

const ramp = {
  stages: {
    of: 'rate',
    from: '5/s',
    steps: [
      { duration: '30s', to: '20/s' },
      { duration: 0, to: '40/s' },
      { duration: '1m', to: '40/s' },
    ],
  },
  warmup: '5s',
} as const

describe('planTest', () => {
  test('planTest lists the timeline piece by piece, with the warm-up first and without jumps', () => {
    const plan = planScenario({ request: {}, workload: ramp, startAfter: '10s' })
    expect(plan.timeline).toEqual([
      { phase: 'warm-up', start: 10, end: 15, from: 5, to: 5 },
      { phase: 'run', start: 15, end: 45, from: 5, to: 20 },
      { phase: 'run', start: 45, end: 105, from: 40, to: 40 },
    ])
  })

  test('planTest samples the level of the run phase from end to end', () => {
    const { levels } = planScenario({ request: {}, workload: ramp })
    expect(levels.length).toBeGreaterThan(100)
    expect(levels[0]).toBeCloseTo(5, 0)
    expect(levels.at(-1)).toBe(40)
    expect(Math.max(...levels)).toBe(40)
    expect(levels.slice(0, 79)).toEqual(levels.slice(0, 79).toSorted((a, b) => a - b))
  })

  test.each<[string, ScenarioConfig['workload'], ScenarioPlan['iterations']]>([
    ['requests of connections', { connections: 2, requests: 500 }, { count: 500, accuracy: 'exactly' }],
    ['connections for a time', { connections: 2 }, null],
    ['a rate', { rate: '0.5/s', duration: '1m' }, { count: 30, accuracy: 'exactly' }],
    ['a ramp', ramp, { count: 375 + 2400, accuracy: 'exactly' }],
    ['iterations of a rate', { rate: 5, iterations: 17, arrivals: 'poisson' }, { count: 17, accuracy: 'exactly' }],
    ['users for a time', { users: 5 }, null],
    ['iterations that users share', { users: 5, iterations: 40 }, { count: 40, accuracy: 'exactly' }],
    ['iterations of each user', { users: 5, iterations: { each: 4 } }, { count: 20, accuracy: 'exactly' }],
    ['users with pacing', { users: 5, duration: '10s', pacing: '2s' }, { count: 25, accuracy: 'most' }],
    ['batches', { batch: 5, iterations: 40 }, { count: 40, accuracy: 'exactly' }],
  ])('planTest counts the iterations of %s', (_, workload, iterations) => {
    expect(planScenario({ request: {}, workload }).iterations).toEqual(iterations)
  })

  test('the planned number of Poisson arrivals is about their rate times the duration, and the same for the same seed', () => {
    const workload = { rate: 100, duration: '10s', arrivals: 'poisson' } as const
    const plan = (seed: number): ScenarioPlan['iterations'] => planScenario({ request: {}, workload }, { seed }).iterations
    expect(plan(1)).toEqual(plan(1))
    expect(plan(1)?.accuracy).toBe('about')
    expect(plan(1)?.count).toBeGreaterThan(850)
    expect(plan(1)?.count).toBeLessThan(1150)
  })

  test('planTest adds up connections, and ends with the last scenario', () => {
    const plan = planOf({
      a: { request: {}, workload: { connections: 10, duration: '5s' } },
      b: { request: {}, workload: { rate: 5, duration: '5s', maxUsers: 30 }, startAfter: '3s' },
      c: { journey: journeyFile, workload: { users: 500, duration: '1s' }, connections: { pool: 7 } },
    })
    expect(plan.sockets).toBe(47)
    expect(plan.duration).toBe(8)
    expect(plan.scenarios.map(({ mostUsers }) => mostUsers)).toEqual([10, 30, 500])
    expect(planOf({ a: { request: {}, workload: { connections: 1, requests: 5 } } }).duration).toBeNull()
  })

  test('planTest names the target without its secrets', () => {
    const request = { path: '/items?token=hunter2' }
    const plan = planOf({ a: { request, workload: { users: 1 } } }, { target: 'http://me:hunter2@localhost:1/?api_key=hunter2' })
    expect(JSON.stringify(plan)).not.toContain('hunter2')
    expect(plan.scenarios[0]?.request).toMatch(/^GET \/items/)
  })

  test('planTest gives journeys their weights', () => {
    const { journeys } = planScenario({
      journeys: { a: { journey: journeyFile, weight: 3 }, b: { journey: journeyFile } },
      workload: { users: 1 },
    })
    expect(journeys.map(({ name, share, module, export: made }) => [name, share, module?.endsWith('.ts'), made])).toEqual([
      ['a', 0.75, true, 'default'],
      ['b', 0.25, true, 'default'],
    ])
  })
})

describe('planSuite', () => {
  test('planSuite reports each plugin that a journey reads and the test does not have', async () => {
    type Reads = Readonly<Record<'sse' | 'thikn' | 'http', { get(path: string): void }>>
    const journeys = {
      a: { journey: ({ http, sse, thikn }: Reads) => [http, sse, thikn].forEach((each) => each.get('/')) },
      b: { journey: ({ http }: Reads) => http.get('/') },
      c: { journey: (user: Reads) => user.sse.get('/') },
    }
    const scenarios = { shop: { journeys, workload: { users: 1 } } }
    const refused = await planSuite({ name: 'x', tests: [{ target: 'http://localhost:1', scenarios }] as never }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({
      issues: [
        { path: 'scenarios.shop.journeys.a.journey', message: 'there is no plugin "sse" in the config', hint: 'add it: plugins: [sse()]' },
        { path: 'scenarios.shop.journeys.a.journey', hint: 'add it: plugins: [thikn()]; or did you mean "think"?' },
        { path: 'scenarios.shop.journeys.c.journey', hint: 'add it: plugins: [sse()]' },
      ],
    })
  })

  test('planSuite finds the hooks of journey modules without running them', async () => {
    const scenarios = { a: { journey: journeyFile, workload: { users: 1 } } }
    const { hooks, tests } = await planSuite({ name: 'x', tests: [configOf(scenarios)] })
    const module = tests[0]?.scenarios[0]?.journeys[0]?.module ?? ''
    expect(hooks).toEqual({ [module]: ['beforeAll', 'afterUser'] })
  })

  test('planSuite lists the plugins of all tests once, without running their code', async () => {
    const config = configOf(
      { a: { request: {}, workload: { connections: 1 } } },
      { plugins: [{ module: plugin, options: { setup: 'throws' } }] },
    )
    const { plugins } = await planSuite({ name: 'x', tests: [config, { ...config, name: 'again' }] })
    expect(plugins).toEqual([
      {
        name: 'first',
        version: expect.stringMatching(/^\d/) as string,
        module: plugin,
        options: { setup: 'throws' },
        metrics: { first_disposed: { type: 'counter' } },
      },
    ])
  })

  test('planSuite shows no secret of a config, not even URL-encoded', async () => {
    const scenarios = { 'reads-hunter2': { request: { path: '/hunter2/open%20sesame' }, workload: { connections: 1 } } }
    const config = configOf(scenarios, { target: 'http://localhost:1/hunter2', secrets: { PIN: 'open sesame', USER: 'hunter2' } })
    const { target: _, ...others } = config
    const variants = { old: { command: ['node', 'hunter2'], url: 'http://localhost:1/hunter2' }, new: 'http://localhost:2/hunter2' }
    const plans = [
      await planSuite({ name: 'of hunter2', tests: [config] }),
      await planSuite({ name: 'x', tests: [{ ...others, name: 'hunter2' }], variants }),
    ]
    expect(JSON.stringify(plans)).not.toMatch(/hunter2|open( |%20)sesame/)
    for (const { tests } of plans) {
      expect(tests[0]?.scenarios[0]).toMatchObject({ name: 'reads-[redacted]', request: 'GET /[redacted]/[redacted]' })
    }
  })

  test.runIf(process.platform === 'linux')('planSuite refuses more connections than the machine can open, as a run does', async () => {
    const workload = { rate: 1, maxUsers: 900_000 }
    await expect(planSuite({ name: 'x', tests: [configOf({ a: { request: {}, workload } })] })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      issues: expect.arrayContaining([expect.objectContaining({ path: 'scenarios' })]),
    })
  })

  test('planSuite reports what is wrong with a config', async () => {
    const workload = { conections: 5 } as never
    await expect(planSuite({ name: 'x', tests: [configOf({ a: { request: {}, workload } })] })).rejects.toThrow('conections')
  })
})

const journeyFile = fileURLToPath(new URL('../../test/run/journeys/hooked.journey.ts', import.meta.url))

const plugin = new URL('../../test/load/plugin/fixtures/first.plugin.ts', import.meta.url).href

function configOf(scenarios: Config['scenarios'], changes: Partial<Config> = {}): Config {
  return { target: 'http://localhost:1', scenarios, ...changes }
}

function planOf(scenarios: Config['scenarios'], changes: Partial<Config> = {}): TestPlan {
  return planTest(resolveConfig(configOf(scenarios, changes)))
}

function planScenario(scenario: ScenarioConfig, changes: Partial<Config> = {}): ScenarioPlan {
  const [planned] = planOf({ a: scenario }, changes).scenarios
  if (planned === undefined) throw new RangeError('the plan has no scenario')
  return planned
}
