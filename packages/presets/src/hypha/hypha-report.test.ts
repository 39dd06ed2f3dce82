import type { ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { presetJson } from '@benchpress/report/outputs'
import { describe, expect, test } from 'vitest'
import { scenario, suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { casesOf, type HyphaCase } from './hypha-cases.ts'
import { hypha } from './hypha.ts'

type Measured = Partial<TestResult> & { readonly seconds: number; readonly perSecond: number; readonly failed?: number }

/** Five passes over all levels of both sides. */
function passes(measure: (of: HyphaCase, variant: string, repeat: number) => Measured): SuiteResult {
  return suiteResult(
    casesOf('compare').flatMap((of) =>
      [1, 2, 3, 4, 5].flatMap((repeat) =>
        ['single', 'cluster'].map((variant) => {
          const { seconds, perSecond, failed = 0, ...changes } = measure(of, variant, repeat)
          return testResult({ name: of.name, variant, repeat, scenarios: [loadOf(seconds, perSecond, failed)], ...changes })
        }),
      ),
    ),
  )
}

function loadOf(duration: number, perSecond: number, failed: number): ScenarioSummary {
  const { counts } = scenario()
  const ok = Math.round(duration * perSecond)
  const outcomes = { ...counts.outcomes, ok, check_failed: failed }
  return scenario({ name: 'load', duration, counts: { ...counts, scheduled: ok + failed, started: ok + failed, outcomes } })
}

// The single instance has twice the throughput, and its best at the highest level.
const perSecondOf = ({ name }: HyphaCase, variant: string): number =>
  (variant === 'single' ? 2 : 1) * (name.startsWith('Maximum') ? 9000 : 6000)

const placeOf = { peak: 1, average: 2, light: 4, recommended: 5, grade: 6 } as const

const claimsOf = (suite: SuiteResult): Data['claims'] => dataOf(suite).claims

describe('the tables of the document', () => {
  test('both sides have their peak, their means and their levels, a value for each pass', () => {
    const suite = passes((of, variant, repeat) => ({ seconds: 4, perSecond: perSecondOf(of, variant) + repeat }))
    const [peaks, sides] = dataOf(suite).documented
    expect(peaks?.rows[0]).toMatchObject({ documented: { 'Req/Sec': 15_513, Avg: '21.60 ms' } })
    expect(peaks?.rows[0]?.measured['Req/Sec']).toEqual([18_001, 18_002, 18_003, 18_004, 18_005])
    expect(rowsOf(sides, 'Average Throughput')[0]?.measured).toMatchObject({ Cluster: [6601, 6602, 6603, 6604, 6605] })
    expect(rowsOf(sides, 'Average Success Rate')[0]?.measured['Single']).toEqual([1, 1, 1, 1, 1])
    expect(rowsOf(sides, 'Maximum Load')[0]?.measured['Single']).toHaveLength(5)
  })

  test('a case that one side did not run is left out on the other', () => {
    const whole = passes(() => ({ seconds: 4, perSecond: 6000 }))
    const isLost = ({ name, variant }: TestResult): boolean => variant === 'cluster' && !name.startsWith('Light Load')
    const broken = suiteResult(whole.tests.filter((one) => !isLost(one)))
    const [, sides] = dataOf(broken).documented
    expect(rowsOf(sides, 'Peak Throughput')[0]?.measured['Single']).toEqual([6000, 6000, 6000, 6000, 6000])
    expect(rowsOf(sides, 'Maximum Load')[0]?.measured['Cluster']).toEqual([])
  })

  test('wrong responses are no throughput', () => {
    const suite = suiteResult([testResult({ name: 'Light Load, Echo', variant: 'single', scenarios: [loadOf(2, 0, 20)] })])
    expect(dataOf(suite, 'single').documented[1]?.rows[0]?.measured).toMatchObject({ Single: [0], Cluster: [] })
    expect(claimsOf(suite)[0]).toMatchObject({ holds: 'no', because: '20 of 20 failed' })
  })

  test('every run of the other scripts has its row', () => {
    const of = (part: 'max' | 'endpoints' | 'burst'): readonly TestResult[] =>
      casesOf(part).map(({ name, script }) => testResult({ name, scenarios: [scenario({ name: script })] }))
    const { documented } = dataOf(suiteResult([...of('max'), ...of('endpoints'), ...of('burst')]), undefined)
    const shown = documented.slice(2, 4).flatMap(({ rows }) => rows.map(({ measured }) => measured['Req/Sec']?.length))
    expect(shown).toEqual(Array(12 + 5).fill(1))
    expect(documented[4]?.rows.slice(0, 3).map(({ measured }) => measured['Figure']?.length)).toEqual([1, 1, 1])
  })
})

describe('the claims of the document', () => {
  test('hold where the single instance leads by more than 20 % in five passes', () => {
    const suite = passes((of, variant) => ({ seconds: 4, perSecond: perSecondOf(of, variant), target: started('node') }))
    expect(claimsOf(suite).map(({ holds }) => holds)).toEqual(['yes', 'yes', 'yes', 'no', 'yes', 'yes', 'yes'])
  })

  test('do not hold where the cluster leads', () => {
    const suite = passes((_, variant) => ({ seconds: 4, perSecond: variant === 'single' ? 6000 : 9000, target: started('node') }))
    expect(pick(suite, ['peak', 'average', 'light', 'recommended', 'grade'])).toEqual(['no', 'no', 'no', 'no', 'no'])
  })

  test('are unknown where all runs of a repeat together last less than 3 s', () => {
    const short = passes((of, variant) => ({ seconds: of.name.startsWith('Light') ? 0.4 : 4, perSecond: perSecondOf(of, variant) }))
    expect(pick(short, ['light'])).toEqual(['unknown'])
    expect(claimsOf(short)[placeOf.light]).toMatchObject({ because: 'a run lasted 2 s, less than the 3 s that can be compared' })
  })

  test('are unknown for servers that were running before, where their starts may explain the lead', () => {
    const measure = (command: string | null): SuiteResult =>
      passes((_, variant) => ({ seconds: 4, perSecond: variant === 'single' ? 6600 : 6000, target: started(command) }))
    expect(pick(measure('node'), ['average', 'recommended'])).toEqual(['yes', 'no'])
    expect(pick(measure(null), ['average', 'recommended'])).toEqual(['unknown', 'no'])
  })

  test('are unknown where a side has more wrong responses, a run is invalid, or one ended early', () => {
    const measure = (change: Partial<Measured>): SuiteResult =>
      passes((of, variant, repeat) => ({
        seconds: 4,
        perSecond: perSecondOf(of, variant),
        ...(of.name === 'Heavy Load, Echo' && variant === 'cluster' && (repeat === 3 || change.failed !== undefined) && change),
      }))
    const interrupted = { cause: 'signal', reason: 'SIGINT', at: 1 } as TestResult['interrupted']
    const verdict = { ...testResult().verdict, level: 'invalid' } as TestResult['verdict']
    const all = [{ failed: 1e6 }, { verdict }, { interrupted }].map((change) => claimsOf(measure(change))[2]?.because)
    expect(all).toEqual([expect.stringMatching(/^it fails .* on cluster and 0 % on /), 'a run is invalid', 'a run ended early'])
  })
})

function started(command: string | null): TestResult['target'] {
  return { ...testResult().target, command: command === null ? null : [command] }
}

interface Table {
  readonly rows: readonly {
    readonly name: string
    readonly documented: object
    readonly measured: Readonly<Record<string, readonly unknown[]>>
  }[]
}

interface Data {
  readonly documented: readonly Table[]
  readonly claims: readonly { readonly holds: string; readonly because: string }[]
}

function dataOf(suite: SuiteResult, part: string | undefined = 'compare'): Data {
  const presetRun: PresetRun = { preset: hypha, part, isEmbedded: true, changes: [], code: [] }
  return JSON.parse(presetJson(suite, { allPercentiles: false, statusCodes: false, presetRun }) ?? '') as Data
}

function rowsOf(table: Table | undefined, name: string): Table['rows'] {
  return table?.rows.filter((row) => row.name === name) ?? []
}

function pick(suite: SuiteResult, claims: readonly (keyof typeof placeOf)[]): readonly (string | undefined)[] {
  const judged = claimsOf(suite)
  return claims.map((claim) => judged[placeOf[claim]]?.holds)
}
