import { describe, expect, test } from 'vitest'
import { nearby, runOf, suiteOf, withRareEndpoint } from '../../test/result/compared-sides.ts'
import type { Environment, SuiteResult, TestResult } from '../result/shape/result.ts'
import { historyOf, type HistorySource, type ResultsHistory } from './history.ts'

const environment = suiteOf([]).environment

function commitOf(index: number): string {
  return String(index).padStart(40, '0')
}

/** The result of a commit, measured on a day of its own, with three runs. */
function resultOf(index: number, okPerSecond: number, time: number, changes: Partial<Environment> = {}): HistorySource {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
  const factor = nearby[index % nearby.length] ?? 1
  const tests = [0.999, 1, 1.001].map((each, run) =>
    runOf(run + 1, okPerSecond * factor * each, time / factor, { startedAt: new Date(Date.parse(startedAt) + run * 60_000).toISOString() }),
  )
  const of = { ...environment, git: { commit: commitOf(index), dirty: false }, startedAt, ...changes }
  return { source: `${index}.json`, suite: suiteOf(tests, { environment: of }) }
}

function withRuns(source: HistorySource, change: (run: TestResult) => TestResult): HistorySource {
  return { ...source, suite: { ...source.suite, tests: source.suite.tests.map(change) } }
}

const steady = (count: number): readonly HistorySource[] => Array.from({ length: count }, (_, index) => resultOf(index, 1000, 10))
const figureOf = ({ figures }: ResultsHistory, metric: string, aggregate: string): ResultsHistory['figures'][number] | undefined =>
  figures.find((figure) => figure.metric === metric && figure.aggregate === aggregate)

describe('a history', () => {
  test('a history is in the order in which commits were measured, whatever the order of the files', () => {
    const { points, figures } = historyOf(steady(12).toReversed())
    expect(points.map(({ commit }) => commit)).toEqual(Array.from({ length: 12 }, (_, index) => commitOf(index)))
    expect(points[0]).toMatchObject({ startedAt: '2026-01-01T00:00:00.000Z', runs: 3, tools: [] })
    expect(figures.map(({ metric, aggregate }) => `${metric} ${aggregate}`)).toEqual([
      'throughput rate',
      'http_response_time p50',
      'http_response_time p90',
      'http_response_time p99',
      'http_failed rate',
    ])
    expect(figures.flatMap(({ changes }) => changes)).toEqual([])
    const [first] = figures
    expect(first?.values[0]).toBeCloseTo(1000 * (nearby[0] ?? 1), 0)
    const [low = 0, high = 0] = first?.intervals[0] ?? []
    expect(low).toBeLessThan(first?.values[0] ?? 0)
    expect(high).toBeGreaterThan(first?.values[0] ?? 0)
  })

  test('a history names the first commit of a regression and its size', () => {
    const sources = Array.from({ length: 24 }, (_, index) => resultOf(index, 1000, index < 14 ? 10 : 11))
    const history = historyOf(sources)
    const { changes = [] } = figureOf(history, 'http_response_time', 'p99') ?? {}
    expect(changes).toMatchObject([{ at: 14, answer: 'worse' }])
    expect(history.points[changes[0]?.at ?? 0]?.commit).toBe(commitOf(14))
    expect(changes[0]?.ratio).toBeCloseTo(1.1, 2)
    expect(figureOf(history, 'throughput', 'rate')?.changes).toEqual([])
  })

  test('a history calls no commit better whose requests fail fast', () => {
    const sources = Array.from({ length: 24 }, (_, index) => {
      const source = resultOf(index, 1000, index < 14 ? 10 : 1)
      if (index < 14) return source
      return withRuns(source, (run) => ({
        ...run,
        scenarios: run.scenarios.map((each) => ({
          ...each,
          counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 3000, http_error: 2000 } },
        })),
      }))
    })
    const history = historyOf(sources)
    const because = 'reads, shop fails 0 % of its requests before and 40 % from then on'
    expect(figureOf(history, 'http_response_time', 'p99')?.changes).toMatchObject([{ at: 14, answer: 'inconclusive', because }])
    expect(figureOf(history, 'http_failed', 'rate')?.changes).toMatchObject([{ at: 14, answer: 'worse' }])
  })

  test('a change with few points after it tells why it has no interval', () => {
    const { figures } = historyOf([...steady(20), ...[20, 21, 22].map((index) => resultOf(index, 1000, 15))])
    expect(figures.find(({ aggregate }) => aggregate === 'p50')?.changes).toEqual([
      expect.objectContaining({
        at: 20,
        answer: 'inconclusive',
        interval: null,
        because: '3 points on a side are too few for an interval, it takes at least 5',
      }),
    ])
  })

  test('the change of a history is that between equally many points next to it', () => {
    const { figures } = historyOf([
      ...[0, 1, 2].map((index) => resultOf(index, 1000, 10.3)),
      ...Array.from({ length: 17 }, (_, index) => resultOf(index + 3, 1000, 10)),
      ...[0, 1, 2, 3, 4].map((index) => resultOf(index + 20, 1000, 15)),
    ])
    const [change] = figures.find(({ aggregate }) => aggregate === 'p50')?.changes.filter(({ at }) => at === 20) ?? []
    expect(change).toMatchObject({ answer: 'worse', ratio: expect.closeTo(1.5, 2) as number })
  })

  test('a history joins the results of one commit, and gives results of changed files no commit', () => {
    const again = resultOf(30, 1000, 10, { git: { commit: commitOf(3), dirty: false } })
    const changed = [31, 32].map((index) => resultOf(index, 1000, 10, { git: { commit: commitOf(3), dirty: true } }))
    const none = resultOf(33, 1000, 10, { git: null })
    const { points } = historyOf([...steady(10), again, ...changed, none])
    expect(points).toHaveLength(13)
    expect(points[3]).toMatchObject({ commit: commitOf(3), runs: 6 })
    expect(points.slice(-3).map(({ commit }) => commit)).toEqual([null, null, null])
  })

  test('a history says that too few points show no change', () => {
    for (const count of [1, 5, 9]) {
      const { figures } = historyOf(steady(count))
      expect(figureOf({ figures } as ResultsHistory, 'http_response_time', 'p99')?.because).toMatch(
        new RegExp(`^${count} points? (?:is|are) too few to tell a change.* from chance, it takes at least \\d+$`),
      )
      expect(figures.flatMap(({ changes }) => changes)).toEqual([])
    }
  })

  test('a history names new versions of the tools at the point where they begin', () => {
    const sources = steady(8).map((source, index) =>
      index < 5 ? source : { ...source, suite: { ...source.suite, environment: { ...source.suite.environment, node: 'v99.0.0' } } },
    )
    const { points } = historyOf(sources)
    expect(points[5]?.tools).toEqual([`Node.js: v99.0.0, before ${environment.node}`])
    expect(points.filter(({ tools }) => tools.length > 0)).toHaveLength(1)
  })
})

describe('what is left out of a history is told', () => {
  test('a history lists the results of another machine than the latest as left out', () => {
    const other = resultOf(2, 5000, 2, { cpu: { ...environment.cpu, model: 'Another' } })
    const { points, leftOut } = historyOf([...steady(2), other, resultOf(3, 1000, 10)])
    expect(points).toHaveLength(3)
    expect(leftOut).toEqual([{ source: '2.json', because: 'it is of another machine: processor Another' }])
  })

  test('a history lists tests of another load or plan than the latest as left out', () => {
    const load = withRuns(resultOf(0, 1000, 10), (run) => ({
      ...run,
      scenarios: run.scenarios.map((scenario) => ({
        ...scenario,
        workload: { ...scenario.workload, connections: 777 } as typeof scenario.workload,
      })),
    }))
    const plan: HistorySource = { source: '1.json', suite: { ...resultOf(1, 1000, 10).suite, config: { timeout: '1s' } } }
    const { points, leftOut } = historyOf([load, plan, resultOf(2, 1000, 10)])
    expect(points).toHaveLength(1)
    expect(leftOut).toEqual([
      { source: '0.json', because: 'shop is not what it is in the latest result: the load differs in connections of reads' },
      { source: '1.json', because: expect.stringContaining('shop is not what it is in the latest result: the plan differs in') },
    ])
  })

  test('a history lists runs that cannot be believed, and copies, as left out', () => {
    const invalid = withRuns(resultOf(0, 1000, 10), (run) =>
      run.repeat === 2 ? { ...run, verdict: { level: 'invalid', reasons: [] } } : run,
    )
    const short = withRuns(resultOf(1, 1000, 10), (run) => ({
      ...run,
      scenarios: run.scenarios.map((scenario) => ({ ...scenario, duration: 2 })),
    }))
    const copy: HistorySource = { ...resultOf(2, 1000, 10), source: 'copy.json' }
    const { points, leftOut } = historyOf([invalid, short, resultOf(2, 1000, 10), copy])
    expect(points.map(({ runs }) => runs)).toEqual([2, 3])
    expect(leftOut.map(({ source, because }) => `${source} ${because}`)).toEqual([
      'copy.json it has runs that 2.json has, too',
      '0.json run 2 of shop is invalid',
      '1.json run 1 of shop lasted 2 s, less than the 3 s that can be compared',
      '1.json run 2 of shop lasted 2 s, less than the 3 s that can be compared',
      '1.json run 3 of shop lasted 2 s, less than the 3 s that can be compared',
    ])
  })

  test('a history says how many points it takes, which is the same after one point as after several', () => {
    const least = (points: number) => new Set(historyOf(steady(points)).figures.map(({ because }) => because?.split(', ').at(-1)))
    expect(least(1)).toEqual(least(4))
    expect(least(1)).toEqual(new Set(['it takes at least 11']))
  })

  test('a history has the figures of endpoints where any point has several', () => {
    const two = (source: HistorySource): HistorySource => withRuns(source, (run) => withRareEndpoint(run, 0))
    const one = (source: HistorySource): HistorySource =>
      withRuns(two(source), (run) => ({
        ...run,
        scenarios: run.scenarios.map((each) => ({ ...each, endpoints: each.endpoints.slice(0, 1) })),
      }))
    const valuesOf = (...sources: readonly HistorySource[]) =>
      historyOf(sources)
        .figures.filter(({ part, metric }) => part.kind === 'endpoint' && metric === 'throughput')
        .map(({ part, values }) => [part.names.at(-1), values.map((value) => value !== null)])
    const [first, second] = [resultOf(0, 1000, 10), resultOf(1, 1000, 10)]
    expect(valuesOf(one(first), one(second))).toEqual([])
    expect(valuesOf(one(first), two(second))).toEqual([
      ['GET /items', [true, true]],
      ['GET /rare', [false, true]],
    ])
  })

  test('a history lists the latest result as left out where it cannot be believed, and keeps the others', () => {
    const other = { processor: 'Another' }
    const short = withRuns(resultOf(9, 1000, 10, { cpu: { ...environment.cpu, model: other.processor } }), (run) => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, duration: 1, workload: { ...each.workload, connections: 777 } as never })),
    }))
    const here = withRuns(resultOf(8, 1000, 10), (run) => ({ ...run, scenarios: short.suite.tests[0]?.scenarios ?? [] }))
    const { points, leftOut } = historyOf([...steady(4), here, short])
    expect(points).toHaveLength(4)
    expect(leftOut.map(({ source, because }) => `${source} ${because}`)).toEqual([
      '9.json it is of another machine: processor Another',
      ...[1, 2, 3].map((run) => `8.json run ${run} of shop lasted 1 s, less than the 3 s that can be compared`),
    ])
  })

  test('a history lists everything as left out where no result can be believed', () => {
    const invalid = withRuns(resultOf(0, 1000, 10), (run) => ({ ...run, verdict: { level: 'invalid', reasons: [] } }))
    const { points, figures, leftOut } = historyOf([invalid])
    expect([points, figures, leftOut.length]).toEqual([[], [], 3])
    expect(() => historyOf([])).toThrow('there are no results')
  })
})

test('a history has a gap where a run cannot measure a figure', () => {
  const gap = withRuns(resultOf(4, 1000, 10), (run) => ({
    ...run,
    scenarios: run.scenarios.map((scenario) => ({ ...scenario, responseTime: { ...scenario.responseTime, count: 200 } })),
  }))
  const sources: SuiteResult[] = [...steady(4).map(({ suite }) => suite), gap.suite]
  const history = historyOf(sources.map((suite, index) => ({ source: `${index}`, suite })))
  expect(figureOf(history, 'http_response_time', 'p99')?.values.at(-1)).toBeNull()
  expect(figureOf(history, 'throughput', 'rate')?.values.at(-1)).not.toBeNull()
})
