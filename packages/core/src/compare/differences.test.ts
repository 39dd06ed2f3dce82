import { describe, expect, test } from 'vitest'
import { runOf, sideOf, suiteOf } from '../../test/result/compared-sides.ts'
import { exampleUsers } from '../../test/example-scenario.ts'
import type { Environment, SuiteResult, TestResult } from '../result/shape/result.ts'
import { compareResults } from './compare-results.ts'
import { differencesOfSides, namesOfSides } from './differences.ts'
import { sideOf as measured } from './side.ts'

const base = sideOf(1000, 10)

function differences(head: SuiteResult, of: SuiteResult = base): readonly string[] {
  return differencesOfSides(measured([of]), measured([head]), namesOfSides('the base', 'the head')).map(
    ({ kind, text }) => `${kind}: ${text}`,
  )
}

function onMachine(changes: Partial<Environment>): SuiteResult {
  return { ...structuredClone(base), environment: { ...base.environment, ...changes } }
}

function withRuns(change: (run: TestResult) => TestResult, of: SuiteResult = base): SuiteResult {
  return { ...of, tests: of.tests.map(change) }
}

describe('differencesOfSides', () => {
  test('finds nothing in sides that were measured alike', () => {
    expect(differences(sideOf(9000, 1))).toEqual([])
  })

  test('finds another machine, fact by fact', () => {
    const { cpu } = base.environment
    expect(
      differences(onMachine({ cpu: { ...cpu, model: 'Other CPU', count: 8 }, node: 'v24.1.0', arch: 'arm64', os: 'linux 7.0.0' })),
    ).toEqual([
      'machine: processor: Example CPU on the base, Other CPU on the head',
      'machine: CPUs: 1.5 of 4 on the base, 1.5 of 8 on the head',
      'machine: platform: linux x64 on the base, linux arm64 on the head',
      'machine: Node.js: v26.10.0 on the base, v24.1.0 on the head',
    ])
  })

  test('takes two kernels of one platform for the same machine', () => {
    expect(differences(onMachine({ os: 'linux 7.0.0' }))).toEqual([])
  })

  test('finds another plan, but ignores target, name and thresholds', () => {
    const config = {
      name: 'shop',
      target: 'http://localhost:1',
      thresholds: {},
      timeout: '5s',
      scenarios: { reads: { request: { path: '/a' }, workload: { connections: 5 } } },
    }
    const like = (changes: object): SuiteResult => ({ ...base, config: { ...config, ...changes } })
    expect(differences(like({ name: 'other', target: 'http://localhost:2', thresholds: { http_failed: 'rate < 1%' } }), like({}))).toEqual(
      [],
    )
    expect(
      differences(like({ timeout: '9s', scenarios: { reads: { request: { path: '/b' }, workload: { connections: 5 } } } }), like({})),
    ).toEqual(['plan: the configs differ in scenarios.reads, timeout'])
  })

  test('takes configs whose keys are in another order for the same', () => {
    expect(differences({ ...base, config: { a: 1, b: { c: 2, d: 3 } } }, { ...base, config: { b: { d: 3, c: 2 }, a: 1 } })).toEqual([])
  })

  test('finds tests that only one side has', () => {
    const head = suiteOf([...base.tests, { ...runOf(1, 1, 1), name: 'bids', variant: 'multi' }])
    expect(differences(head)).toEqual(['plan: the base has no bids (multi)'])
  })

  test('finds another load, and another number of load threads', () => {
    const head = withRuns((run) => ({
      ...run,
      scenarios: run.scenarios.map((scenario) => ({ ...scenario, workload: { ...scenario.workload, warmup: 7 } })),
      generator: { ...run.generator, threads: [] },
    }))
    const [workload] = base.tests.flatMap((run) => run.scenarios.map((scenario) => scenario.workload))
    expect(differences(head)).toEqual([
      expect.stringMatching(/^load: load threads, shop: \d on the base, 0 on the head$/),
      `load: warmup of reads, shop: ${workload?.warmup} on the base, 7 on the head`,
    ])
  })

  test('finds another seed of users, who draw from it, and not of connections', () => {
    const seeded = (seed: number, of: SuiteResult): SuiteResult => withRuns((run) => ({ ...run, seed }), of)
    expect(differences(seeded(7, base), seeded(8, base))).toEqual([])
    const users = withRuns((run) => ({
      ...run,
      scenarios: run.scenarios.map((scenario) => ({ ...scenario, users: { ...exampleUsers(), pluginRequests: [] } })),
    }))
    expect(differences(seeded(8, users), seeded(7, users))).toEqual(['seed: seed, shop: 7 on the base, 8 on the head'])
  })

  test('finds changed code of a journey, and code that only one side knows', () => {
    const coded = (...code: NonNullable<SuiteResult['code']>): SuiteResult => ({ ...base, code })
    const [one, other] = ['1', '2'].map((digit) => ({ file: 'buy.journey.ts', hash: digit.repeat(64) }))
    if (one === undefined || other === undefined) throw new Error('there are two')
    expect(differences(coded(one), coded(one))).toEqual([])
    expect(differences(coded(other), coded(one))).toEqual(['code: buy.journey.ts: 111111111111 on the base, 222222222222 on the head'])
    expect(differences(coded(), coded(one))).toEqual(['code: buy.journey.ts: 111111111111 on the base, nothing on the head'])
  })

  test('finds changed code where several functions have the same name', () => {
    const coded = (...digits: readonly string[]): SuiteResult => ({
      ...base,
      code: digits.map((digit) => ({ file: 'a function of buy', hash: digit.repeat(64) })),
    })
    expect(differences(coded('1', '2'), coded('2', '1'))).toEqual([])
    expect(differences(coded('1', '3'), coded('1', '2'))).toEqual([
      'code: a function of buy: 111111111111 and 222222222222 on the base, 111111111111 and 333333333333 on the head',
    ])
  })

  test('finds shares of failures that are more than one percentage point apart', () => {
    const failing = (failed: number): SuiteResult =>
      withRuns((run) => ({
        ...run,
        scenarios: run.scenarios.map((scenario) => ({
          ...scenario,
          counts: { ...scenario.counts, outcomes: { ...scenario.counts.outcomes, ok: 1000 - failed, http_error: failed } },
        })),
      }))
    expect(differences(failing(9))).toEqual([])
    expect(differences(failing(50))).toEqual(['errors: reads, shop fails 0 % of its requests on the base and 5 % on the head'])
  })

  test('finds runs that are invalid or ended early, on either side', () => {
    const [first, second, ...others] = base.tests
    if (first === undefined || second === undefined) throw new Error('there are runs')
    const invalid: TestResult = { ...first, verdict: { level: 'invalid', reasons: [{ rule: 'identity', level: 'invalid', text: 'x' }] } }
    const early: TestResult = { ...second, interrupted: { cause: 'signal', reason: 'SIGINT', at: 2 } }
    expect(differences(suiteOf([invalid, early, ...others]))).toEqual([
      'verdict: on the head, run 1 of shop is invalid (identity)',
      'verdict: on the head, run 2 of shop ended early',
    ])
  })
})

test('a scenario that has another name on one side is a difference of the plan, and not one for each setting of its load', () => {
  const renamed = withRuns((run) => ({ ...run, scenarios: run.scenarios.map((each) => ({ ...each, name: 'readz' })) }))
  expect(differences(renamed)).toEqual(['plan: the base has no scenario readz, shop', 'plan: the head has no scenario reads, shop'])
})

describe('compareResults', () => {
  test('compareResults refuses sides that differ, and names all differences at once', () => {
    const head = { ...onMachine({ node: 'v24.1.0' }), config: { timeout: '9s' } }
    expect(() => compareResults([base], [head])).toThrow(
      expect.objectContaining({
        code: 'NOT_COMPARABLE',
        message: expect.stringMatching(
          /^machine: Node\.js: v26\.10\.0 on the base, v24\.1\.0 on the head\nplan: the configs differ in /,
        ) as string,
      }) as Error,
    )
  })

  test('compareResults refuses a run that both sides have, which is always like itself', () => {
    const other = sideOf(900, 11)
    const shared = { ...other, tests: [...other.tests.slice(1), ...base.tests.slice(0, 1)] }
    expect(() => compareResults([base], [shared])).toThrow('both sides have run 1 of shop, from 2026-01-01T00:01:00.000Z on')
  })

  test('compareResults refuses a kind of difference that does not exist', () => {
    const allowed = (allow: unknown) => () => compareResults([base], [sideOf(900, 11)], { allow: allow as never })
    expect(allowed(['machines'])).toThrow(new TypeError('allow: no sides differ in "machines"; did you mean "machine"?'))
    expect(allowed('machine')).toThrow(new TypeError(`allow: "machine" is no list; write it as ['machine']`))
  })

  test('compareResults compares sides with differences that are allowed, and lists these', () => {
    const { differences: kept, figures } = compareResults([base], [onMachine({ node: 'v24.1.0' })], { allow: ['machine'] })
    expect(kept.map(({ kind }) => kind)).toEqual(['machine'])
    expect(figures.length).toBeGreaterThan(3)
  })
})
