import type { ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { scenario, suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { casesOf, type HyphaCase } from './hypha-cases.ts'
import { findInHypha, type SideComparison } from './hypha-findings.ts'

type Measured = (
  of: HyphaCase,
  variant: string,
  repeat: number,
) => Partial<TestResult> & { readonly seconds: number; readonly perSecond: number }

/** Five passes over all levels of both sides. */
function passes(measure: Measured): SuiteResult {
  const tests = casesOf('compare').flatMap((of) =>
    [1, 2, 3, 4, 5].flatMap((repeat) =>
      ['single', 'cluster'].map((variant) => {
        const { seconds, perSecond, ...changes } = measure(of, variant, repeat)
        return testResult({ name: of.name, variant, repeat, scenarios: [ofSeconds(seconds, perSecond)], ...changes })
      }),
    ),
  )
  return suiteResult(tests)
}

function ofSeconds(duration: number, perSecond: number): ScenarioSummary {
  const { counts } = scenario()
  const started = Math.round(duration * perSecond)
  return scenario({ duration, counts: { ...counts, scheduled: started, started, outcomes: { ...counts.outcomes, ok: started } } })
}

// The single instance has twice the throughput, and its best at the highest level.
const perSecondOf = ({ level }: HyphaCase, variant: string): number =>
  (variant === 'single' ? 2 : 1) * (level.name === 'Maximum Load' ? 9000 : 6000)
const isOf = (level: string, { level: { name } }: HyphaCase): boolean => name === level

function comparisonOf(suite: SuiteResult): SideComparison {
  const { comparison } = findInHypha(suite, 'compare')
  if (comparison === null) throw new Error('nothing was compared')
  return comparison
}

test('a level that lasted less than 3 s for each side and pass has no better side, whatever other levels have', () => {
  const comparison = comparisonOf(
    passes((of, variant) => ({ seconds: isOf('Light Load', of) ? 0.4 : 4, perSecond: perSecondOf(of, variant) })),
  )
  const because = 'the runs of Light Load lasted 2 s, less than the 3 s that can be compared'
  expect(comparison).toMatchObject({ winner: 'single', peak: { side: 'single' }, light: { side: null, ahead: 'single', because } })
  expect(comparison.byLevel).toMatchObject({ 'Light Load': { side: null, because }, 'Maximum Load': { side: 'single' } })
  expect(comparison.short).toEqual({ peak: null, averages: null, levels: { 'Light Load': because } })
})

test('a winner is named by the levels that lasted 3 s for each side and pass, whatever shorter ones have', () => {
  const suite = passes((of, variant) => {
    const isShort = isOf('Light Load', of) || isOf('Medium Load', of)
    return { seconds: isShort ? 0.4 : 4, perSecond: perSecondOf(of, variant) * (isShort && variant === 'cluster' ? 100 : 1) }
  })
  const comparison = comparisonOf(suite)
  expect(comparison.cluster.average).toBeGreaterThan(comparison.single.average)
  expect(comparison).toMatchObject({
    winner: 'single',
    recommended: 'single',
    average: { by: 1 },
    short: { averages: null },
  })
})

test('there is no winner where no level lasted 3 s, however long all of them are together', () => {
  const comparison = comparisonOf(
    passes((of, variant) => ({ seconds: isOf('Maximum Load', of) ? 0.5 : 0.3, perSecond: perSecondOf(of, variant) })),
  )
  const because =
    'the longest level lasted 2.5 s, less than the 3 s that can be compared; 2 times the --scale would be enough for one of them'
  expect(comparison).toMatchObject({ winner: null, average: { side: null, because }, responseTime: { side: null, because } })
  expect(comparison.success).toMatchObject({ side: null, because: 'both are the same within 1 %' })
})

test('a peak with a run shorter than 3 s has neither a better side nor a grade', () => {
  const suite = passes((of, variant, repeat) => ({
    seconds: isOf('Maximum Load', of) && repeat === 2 ? 2.5 : 4,
    perSecond: perSecondOf(of, variant),
  }))
  const because = 'the run of the peak lasted 2.5 s, less than the 3 s that can be compared'
  expect(comparisonOf(suite)).toMatchObject({ winner: 'single', peak: { side: null, because }, short: { levels: {} } })
  expect(findInHypha(suite, 'compare').single).toMatchObject({
    grade: null,
    ungraded: 'a run of its peak lasted 2.5 s, less than the 3 s that can be compared',
  })
})

test('servers that were running before have no winner by a lead that their starts may explain', () => {
  const measure = (command: string | null): SuiteResult =>
    passes((_, variant) => ({
      seconds: 4,
      perSecond: variant === 'single' ? 6000 : 6600,
      target: { ...testResult().target, command: command === null ? null : [command] },
    }))
  expect(comparisonOf(measure('node'))).toMatchObject({ winner: 'cluster' })
  const because = expect.stringMatching(/^a side was running before, .* is sure to be 8\.7 % only$/) as string
  expect(comparisonOf(measure(null))).toMatchObject({ winner: null, average: { side: null, ahead: 'cluster', because } })
})

test('a pass that was cut off decides nothing', () => {
  const interrupted = { cause: 'signal', reason: 'SIGINT' } as TestResult['interrupted']
  const suite = passes((of, variant, repeat) => ({
    seconds: 4,
    perSecond: perSecondOf(of, variant),
    ...(of.name === 'Heavy Load, Echo' && variant === 'cluster' && repeat === 3 && { interrupted }),
  }))
  expect(comparisonOf(suite)).toMatchObject({ winner: null, average: { side: null, ahead: 'single', because: 'a run ended early' } })
})
