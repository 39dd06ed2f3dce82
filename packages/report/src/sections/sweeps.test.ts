import type { Found, SuiteResult, TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import type { ReportTable } from '@benchpress/core/report'
import type { DocumentPart } from '../render/report-document.ts'
import { briefReport, markdownReport, sectionsText, textReport } from '../../test/render.ts'
import { documentedTimes, noTimes, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { times, users } from '../../test/users-fixture.ts'
import { describeFailures } from './thresholds.ts'
import { forScreen } from './extras.ts'
import { foundSections, shownSuite } from './search.ts'
import { plainPalette } from '../render/palette.ts'
import { drawCell } from '../format/cell.ts'
import { sweepSections } from './sweeps.ts'

const options = { allPercentiles: false, statusCodes: false }
const usersWorkload = {
  kind: 'users',
  model: 'closed',
  from: 10,
  stages: [{ duration: 30, to: 10 }],
  iterations: null,
  pacing: 0,
  duration: 30,
  startAfter: 0,
  warmup: 0,
  gracefulStop: 30,
} as const

/** A run at one value of a sweep over connections. */
function point(value: number, changes: Partial<TestResult> = {}): TestResult {
  const throughput = { requestsPerSecond: value * 100, okPerSecond: value * 100, bytesPerSecond: 1 }
  return testResult({
    name: `deserve connections=${value}`,
    sweep: { of: 'deserve', parameter: 'connections', value },
    scenarios: [scenario({ throughput, responseTime: { ...documentedTimes, p50: value, p90: value * 2, p99: value * 3 } })],
    ...changes,
  })
}

/** A part whose table cells are drawn as text. */
function drawn(part: DocumentPart | undefined): unknown {
  return part !== undefined && 'head' in part ? { ...part, rows: part.rows.map((row) => row.map(drawCell)) } : part
}

function textOf(suite: SuiteResult): string {
  return sectionsText(sweepSections(suite))
}

describe('a sweep', () => {
  const suite = suiteResult([
    point(20),
    point(10),
    point(40, { limitedBy: { by: 'think time', text: 'think time: users waited' }, verdict: { level: 'suspect', reasons: [] } }),
  ])

  test('a sweep has a table by value, with the limit of each run', () => {
    const [section] = sweepSections(suite)
    expect(section?.title).toBe('Sweep over connections')
    expect(drawn(section?.parts[0])).toMatchObject({
      head: ['connections', 'Req/Sec', '50%', '90%', '95%', '99%', 'Max', 'Failed', 'Limited by', 'Verdict'],
      texts: ['Limited by', 'Verdict'],
      rows: [
        ['10', '1,000', '10 ms', '20 ms', '31 ms', '30 ms', '138 ms', '0 %', 'concurrency', 'valid'],
        ['20', '2,000', '20 ms', '40 ms', '31 ms', '60 ms', '138 ms', '0 %', 'concurrency', 'valid'],
        ['40', '4,000', '40 ms', '80 ms', '31 ms', '120 ms', '138 ms', '0 %', 'think time', 'suspect'],
      ],
    })
  })

  test('is drawn, throughput and percentiles, in text and in Markdown', () => {
    for (const text of [textReport(suite, options, plainPalette), markdownReport(suite, options)]) {
      expect(text).toContain('Requests/s\n4,000 │')
      expect(text).toContain('Latency: o 50%   + 90%   x 99%\n120 ms │')
      expect(text).toMatch(/\n +10 +20 +40\n +connections/)
    }
    expect(markdownReport(suite, options)).toContain('### Sweep over connections\n\n| connections |')
  })

  test('numeric values of a sweep are plotted to scale', () => {
    const axisOf = (values: readonly (number | string)[]): unknown => {
      const [, chart] =
        sweepSections(suiteResult(values.map((value) => point(10, { sweep: { of: 'deserve', parameter: 'timing', value } }))))[0]?.parts ??
        []
      return chart !== undefined && 'plot' in chart ? chart.plot.x : undefined
    }
    expect(axisOf([20, 10])).toEqual({ label: 'timing', unit: 'number', values: [10, 20] })
    expect(axisOf([1, 1000])).toMatchObject({ values: [1, 1000], scale: 'log' })
    expect(axisOf(['precise', 'coarse'])).toMatchObject({ values: [0, 1], names: ['precise', 'coarse'] })
  })

  test('marks the value from which more load brought no more, unless the highest load had the most', () => {
    const marksOf = (...perSecond: readonly number[]): unknown => {
      const points = perSecond.map((each, index) =>
        point(10 * (index + 1), {
          scenarios: [scenario({ throughput: { ...scenario().throughput, requestsPerSecond: each } })],
        }),
      )
      const charts = sweepSections(suiteResult(points))[0]?.parts.flatMap((part) => ('plot' in part ? [part.plot] : []))
      return charts?.slice(0, 1).map(({ marks }) => marks?.map(({ at }) => at))
    }
    expect(marksOf(1000, 1990, 2050, 2000)).toEqual([[20]])
    expect(marksOf(1000, 2000, 3000)).toEqual([[]])
    expect(marksOf(0, 0, 0)).toEqual([[]])
  })

  test('names its test, and the repeat of a run, where there are several', () => {
    const several = suiteResult([
      point(10),
      point(10, { repeat: 2 }),
      point(10, { sweep: { of: 'other', parameter: 'connections', value: 10 } }),
    ])
    expect(sweepSections(several).map(({ title }) => title)).toEqual(['Sweep over connections, deserve', 'Sweep over connections, other'])
    expect(textOf(several)).toMatch(/│ connections │ Run │/)
  })

  test('a value that could not be run is marked', () => {
    const idle = { ...scenario().counts, scheduled: 0, started: 0 }
    expect(textOf(suiteResult([point(10), point(20, { scenarios: [scenario({ counts: idle, responseTime: noTimes })] })]))).toMatch(
      /│ 20 +│ n\/a/,
    )
  })

  test('a sweep that ended early names the run that was cut off, and the values that were not run', () => {
    const cut = point(20, { interrupted: { cause: 'signal', reason: 'interrupted', at: 1 }, verdict: { level: 'suspect', reasons: [] } })
    const config = { name: 'deserve', sweep: { connections: [10, 20, 40, 80] } }
    const tests = [point(10), cut]
    const text = textOf(suiteResult(tests, { config }))
    expect(text).toMatch(/│ 20 .* suspect, cut off │/)
    expect(text).toContain('\nNot run: connections 40, 80\n')
    expect(markdownReport(suiteResult(tests, { config: [{ name: 'other' }, config] }), options)).toContain('- Not run: connections 40, 80')
    expect(textOf(suiteResult(tests, { config: { name: 'all', tests: [config] } }))).toContain('Not run: connections 40, 80')
    expect(textOf(suite)).not.toContain('Not run')
  })

  test("a sweep of users with think time has the throughput that Little's law predicts, and the overshoot of sleeps, in each run", () => {
    const thinking = users({
      iterations: { scheduled: 3000, started: 3000, dropped: 0, completed: 3000, failed: 0, aborted: 0 },
      iterationDuration: { ...times(100, 3000), mean: 100, max: 150 },
      thinkOvershoot: { ...times(1, 3000), mean: 0.62, p99: 1.2 },
    })
    const counts = { ...scenario().counts, scheduled: 3000, started: 3000 }
    const throughput = { requestsPerSecond: 100.2, okPerSecond: 100.2, bytesPerSecond: 1 }
    const own = scenario({ workload: usersWorkload, users: thinking, counts, throughput, duration: 30 })
    const swept = suiteResult([testResult({ sweep: { of: 'kv', parameter: 'users', value: 10 }, scenarios: [own] })])
    expect(textReport(swept, options, plainPalette)).toContain(
      "Think times took 620 µs longer than asked on average, at most 8 ms\n10 users x 1 request in 100 ms make 100 requests/s by Little's law; 100 were measured (+0.2 %)",
    )
  })

  test('a report has no section of a sweep where nothing is swept', () => {
    expect(sweepSections(suiteResult())).toEqual([])
  })
})

describe('a search', () => {
  const rate = {
    kind: 'rate',
    model: 'open',
    from: 10,
    stages: [],
    iterations: null,
    arrivals: 'uniform',
    maxUsers: 9,
    reuseUsers: true,
  } as const
  const phases = { duration: 30, startAfter: 0, warmup: 0, gracefulStop: 2 }
  const step = (value: number, changes: Partial<TestResult> = {}): TestResult =>
    point(value, {
      name: `shop rate=${value}`,
      sweep: { of: 'shop', parameter: 'rate', value },
      scenarios: point(value).scenarios.map((own) => ({ ...own, workload: { ...rate, ...phases } })),
      ...changes,
    })
  const invalid = { level: 'invalid', reasons: [] } as const
  const found = {
    parameter: 'rate',
    value: 20,
    failedAt: 40,
    slo: ['http_response_time p99 < 50ms'],
    steps: [
      { value: 20, repeat: 1, passed: true, failed: null, reason: 'p99 was 60 ms' },
      { value: 40, repeat: 1, passed: false, failed: 'slo', reason: 'p99 was 120 ms' },
      { value: 20, repeat: 2, passed: true, failed: null, reason: 'p99 was 61 ms' },
    ],
    limitedBy: { by: 'slo', text: 'at 40/s p99 was 120 ms' },
    confidence: '20/s passed in 2 of 2 runs',
    complete: true,
  } as const
  const tests = [step(20), step(40, { verdict: invalid }), step(20, { repeat: 2 })]
  const suite = suiteResult(tests, { found })

  test('reports the rate that was found, how sure that is, and each step', () => {
    const [section] = foundSections(suite)
    expect(section?.title).toBe('Search of the highest rate')
    expect(section?.parts[0]).toEqual([
      'what must hold: http_response_time p99 < 50ms',
      'found: 20/s',
      'limited by: at 40/s p99 was 120 ms',
      'confidence: 20/s passed in 2 of 2 runs',
    ])
    expect(drawn(section?.parts[1])).toMatchObject({
      rows: [
        ['1', '20/s', '2,000', '20 ms', '40 ms', '31 ms', '60 ms', '138 ms', '0 %', 'passed', 'valid', 'p99 was 60 ms'],
        ['2', '40/s', '4,000', '40 ms', '80 ms', '31 ms', '120 ms', '138 ms', '0 %', 'failed: a condition', 'invalid', 'p99 was 120 ms'],
        ['3', '20/s', '2,000', '20 ms', '40 ms', '31 ms', '60 ms', '138 ms', '0 %', 'passed', 'valid', 'p99 was 61 ms'],
      ],
    })
    expect(sweepSections(suite)).toEqual([])
  })

  test('has one table of steps on a screen, without the reasons why they passed or failed', () => {
    const [onPage, onTerminal, ofSteps] = foundSections(suite, true).flatMap(forScreen)
    expect([onPage?.on, onTerminal?.parts.length]).toEqual(['page', 1])
    const { head, rows } = drawn(ofSteps?.parts[0]) as ReportTable
    expect(head).toEqual(['Step', 'Rate', '50%', '95%', '99%', 'Max', 'Failed', 'Result'])
    expect(rows[1]).toEqual(['2', '40/s', '40 ms', '31 ms', '120 ms', '138 ms', '0 %', 'failed: a condition'])
  })

  test('a search shows in full only the runs at what was found', () => {
    expect(shownSuite(suite).tests).toEqual([tests[0], tests[2]])
    const text = textReport(suite, options, plainPalette)
    expect(text).toContain('found: 20/s')
    expect(text).toContain('Latency: o 50%   + 90%   x 99%')
    expect(text).not.toContain('Verdict: invalid')
    expect(briefReport(suite, plainPalette)).toMatch(/^found: 20\/s\nVerdict: valid\n/)
    expect(markdownReport(suite, options)).toContain('### Search of the highest rate\n\n- what must hold: http')
  })

  test('a search that found nothing has failed', () => {
    expect(describeFailures(suite)).toEqual([])
    const steps = [{ value: 1, repeat: 1, passed: false, failed: 'slo', reason: 'p99 was 120 ms' }] as const
    const none: Found = {
      ...found,
      value: null,
      steps,
      limitedBy: { by: 'slo', text: 'even the lowest rate, 1/s, failed: p99 was 120 ms' },
    }
    const nothing = suiteResult([step(1, { verdict: invalid })], { found: none, verdict: invalid })
    expect(describeFailures(nothing)).toEqual(['no rate keeps the SLO: even the lowest rate, 1/s, failed: p99 was 120 ms'])
    expect(textReport(nothing, options, plainPalette)).toContain('found: no rate keeps it')
  })

  test('a search that lost its target shows the run in which that happened', () => {
    const steps = [found.steps[0], { value: 40, repeat: 1, passed: false, failed: 'target', reason: 'the target exited' }] as const
    const lost = { level: 'invalid', reasons: [{ rule: 'interrupted', level: 'invalid', text: 'the target exited' }] } as const
    const died = suiteResult([step(20), step(40, { verdict: lost })], { found: { ...found, steps, complete: false }, verdict: lost })
    expect(textReport(died, options, plainPalette)).toContain('invalid interrupted: the target exited')
  })

  test('a search that was cut off reports its findings so far', () => {
    const ended = { cause: 'signal', reason: 'interrupted', at: 1 } as const
    const nothing = suiteResult([step(20, { interrupted: ended })], { found: { ...found, value: null, steps: [], complete: false } })
    expect(describeFailures(nothing)).toEqual([])
    expect(foundSections(nothing)[0]?.parts).toEqual([expect.arrayContaining(['found: nothing, so far'])])
    // The run that was cut off is not a step.
    const halfway = suiteResult([...tests, step(28, { interrupted: ended })], { found: { ...found, complete: false } })
    expect(foundSections(halfway)[0]?.parts[2]).toMatchObject({ plot: { x: { values: [20, 40] } } })
    const cut = suiteResult(tests, { found: { ...found, complete: false } })
    expect(briefReport(cut, plainPalette)).toMatch(/^found: 20\/s, so far\n/)
  })
})
