import type { SuiteResult, TestResult, TimeSummary } from '@benchpress/core'
import { builtInMetrics, isLowerBound, outcomes } from '@benchpress/core/report'
import { countOf, exportedFigures, measuredRequests, timesOf, type ExportedFigure, type ExportedRequests } from './measured-requests.ts'
import { printable } from '../format/texts.ts'

type MetricLabels = Readonly<Record<string, string | number>>

/** One value of a family: its labels, and the ending of its name. */
export type MetricSample = readonly [labels: MetricLabels, value: number, ending?: string]

/** The samples of one metric, which are written together. */
export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'summary'
  readonly unit?: 'bytes' | 'seconds'
  readonly help: string
  readonly samples: readonly MetricSample[]
}

/**
 * Converts a result into metric families for monitoring: counts, rates, times in seconds with their quantiles, thresholds and the verdict.
 *
 * Quantiles that are only lower bounds are left out, and so is a family without samples.
 */
export function metricFamilies(suite: SuiteResult): readonly MetricFamily[] {
  const all = measuredRequests(suite).map((requests) => ({ ...requests, labels: labelsOfRequests(requests) }))
  const whole = all.filter(({ endpoint }) => endpoint === undefined)
  const endpoints = all.filter(({ endpoint }) => endpoint !== undefined)
  const tests = suite.tests.map((test) => ({ test, labels: labelsOf(test) }))
  return [
    ...requestFamilies('benchpress', 'of each scenario', whole),
    // Endpoints have metrics of their own, so that no sum counts a request twice.
    ...requestFamilies('benchpress_endpoint', 'of each endpoint', endpoints),
    counter('benchpress_requests_dropped', 'Requests that were due but not started.', whole, ({ labels, requests }) => [
      [labels, requests.counts.dropped],
    ]),
    ...userFamilies(tests),
    gauge('benchpress_metric', 'Figures of metrics that the test itself records, in their units.', tests, metricSamples),
    gauge(
      'benchpress_threshold_passed',
      'Whether a threshold holds: 1, or 0 where it does not or is inconclusive.',
      tests,
      ({ test, labels }) => test.thresholds.map(({ selector, condition, passed }) => [{ ...labels, selector, condition }, Number(passed)]),
    ),
    gauge('benchpress_verdict', 'How far a result can be believed: 1 for its level.', tests, ({ test, labels }) =>
      (['valid', 'suspect', 'invalid'] as const).map((level) => [{ ...labels, level }, Number(test.verdict.level === level)]),
    ),
  ].filter(({ samples }) => samples.length > 0)
}

type Labelled = ExportedRequests & { readonly labels: MetricLabels }

function labelsOfRequests({ test, scenario, protocol, endpoint }: ExportedRequests): MetricLabels {
  return { ...labelsOf(test), scenario, protocol, ...(endpoint !== undefined && { endpoint }) }
}

function requestFamilies(prefix: string, of: string, all: readonly Labelled[]): readonly MetricFamily[] {
  return [
    counter(`${prefix}_requests`, `Requests ${of} that were started, by how they ended.`, all, ({ labels, requests: { counts } }) =>
      outcomes
        .filter((outcome) => outcome === 'ok' || counts.outcomes[outcome] > 0)
        .map((outcome) => [{ ...labels, outcome }, counts.outcomes[outcome]]),
    ),
    counter(`${prefix}_responses`, `Responses to requests ${of}, by status.`, all, ({ labels, requests: { statuses } }) =>
      Object.entries(statuses).map(([status, count]) => [{ ...labels, status }, count]),
    ),
    gauge(
      `${prefix}_requests_per_second`,
      `Requests ${of} that ended other than by being aborted, per second of the run phase.`,
      all,
      ({ labels, requestsPerSecond }) => [[labels, requestsPerSecond]],
    ),
    ...exportedFigures.map((figure) => exportedFamily(figure, prefix, of, all)),
  ]
}

function exportedFamily(figure: ExportedFigure, prefix: string, of: string, all: readonly Labelled[]): MetricFamily {
  const { kind, column, sentence, unit } = figure
  const [name, help] = [`${prefix}_${column}`, `${sentence}, ${of}.`]
  if (kind === 'time') {
    const samples = all.flatMap(({ labels, requests }) => timeSamples(labels, timesOf(figure, requests)))
    return { name: `${name}_seconds`, type: 'summary', unit: 'seconds', help, samples }
  }
  const family = counter(name, help, all, ({ labels, requests }) => {
    const count = countOf(figure, requests)
    return count === undefined ? [] : [[labels, count]]
  })
  return unit === undefined ? family : { ...family, unit }
}

interface LabelledTest {
  readonly test: TestResult
  readonly labels: MetricLabels
}

function userFamilies(tests: readonly LabelledTest[]): readonly MetricFamily[] {
  const all = tests.flatMap(({ test, labels }) =>
    test.scenarios.flatMap(({ name, users }) => (users === null ? [] : [{ labels: { ...labels, scenario: name }, users }])),
  )
  return [
    counter('benchpress_iterations', 'Iterations of users, by how they ended.', all, ({ labels, users: { iterations } }) =>
      (['completed', 'failed', 'aborted', 'dropped'] as const).map((result) => [{ ...labels, result }, iterations[result]]),
    ),
    counter('benchpress_checks', 'Checks of journeys, by result.', all, ({ labels, users: { checks } }) =>
      checks.flatMap(({ name, ...counts }) =>
        (['passed', 'failed'] as const).map((result): MetricSample => [{ ...labels, check: name, result }, counts[result]]),
      ),
    ),
  ]
}

const quantiles = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99, p99_9: 0.999 } as const

function timeSamples(labels: MetricLabels, times: TimeSummary | undefined): readonly MetricSample[] {
  const count = (times?.count ?? 0) + (times?.unfinished?.count ?? 0)
  if (times === undefined || times.mean === null || count === 0) return []
  const known = (Object.keys(quantiles) as (keyof typeof quantiles)[]).flatMap((figure): readonly MetricSample[] => {
    const value = times[figure]
    return value === null || isLowerBound(times, figure) ? [] : [[{ ...labels, quantile: quantiles[figure] }, value / 1000]]
  })
  return [...known, [labels, (times.mean * count) / 1000, '_sum'], [labels, count, '_count']]
}

function metricSamples({ test, labels }: LabelledTest): readonly MetricSample[] {
  return Object.entries(test.metrics).flatMap(([metric, measured]): readonly MetricSample[] => {
    if (Object.hasOwn(builtInMetrics, metric)) return []
    const figures: object = measured.type === 'trend' ? measured.values : measured
    return Object.entries(figures).flatMap(([figure, value]): readonly MetricSample[] =>
      typeof value === 'number' ? [[{ ...labels, metric, figure, unit: measured.unit ?? '' }, value]] : [],
    )
  })
}

function labelsOf({ name, variant, repeat, sweep }: TestResult): MetricLabels {
  return { test: name, variant, repeat, ...(sweep !== null && { sweep: `${sweep.parameter}=${sweep.value}` }) }
}

type SamplesOf<Item> = (item: Item) => readonly MetricSample[]

function counter<Item>(name: string, help: string, all: readonly Item[], samplesOf: SamplesOf<Item>): MetricFamily {
  return { name, type: 'counter', help, samples: all.flatMap(samplesOf).map(([labels, value]) => [labels, value, '_total']) }
}

function gauge<Item>(name: string, help: string, all: readonly Item[], samplesOf: SamplesOf<Item>): MetricFamily {
  return { name, type: 'gauge', help, samples: all.flatMap(samplesOf) }
}

/** Writes a result as OpenMetrics text, for Prometheus and others. */
export function openMetrics(suite: SuiteResult): string {
  return `${[...metricFamilies(suite).flatMap(familyLines), '# EOF'].join('\n')}\n`
}

function familyLines({ name, type, unit, help, samples }: MetricFamily): readonly string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...samples.map(([labels, value, ending = '']) => `${name}${ending}{${labelText(labels)}} ${value}`),
  ]
}

function labelText(labels: MetricLabels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${printable(String(value)).replaceAll(/["\\]/g, (character) => `\\${character}`)}"`)
    .join(',')
}
