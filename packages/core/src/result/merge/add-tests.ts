import { isDeepStrictEqual } from 'node:util'
import { sumIfKnown, sumOf } from '../../base/units/count.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { evaluateThreshold } from '../threshold/evaluate-threshold.ts'
import type { MeasuredScenario } from '../threshold/measured.ts'
import { parseThreshold } from '../threshold/parse-threshold.ts'
import type { ThresholdResult } from '../threshold/threshold.ts'
import { measureSummary } from '../summary/find-part.ts'
import { ownDefinitions, summarizeMetrics } from '../summary/metric-summary.ts'
import type { GeneratorSummary, MachineSummary } from '../summary/generator-summary.ts'
import type { ScenarioSummary, WorkloadSummary } from '../summary/scenario-summary.ts'
import { histogramOf, type TimeSummary } from '../summary/time-summary.ts'
import type { TestResult } from '../shape/result.ts'
import { worstVerdict } from '../verdict/verdict.ts'
import { addFigures } from './add-figures.ts'

/**
 * Adds up parts of one load that were measured at the same time, as by several machines, to the result of the whole load.
 *
 * Facts about one machine, such as how disturbed it was, are only in the verdict, which is the worst of all parts.
 *
 * @param refuse is called with the path and reason of each figure that cannot be added up without loss
 */
export function addTests(parts: readonly [TestResult, ...TestResult[]], refuse: (problem: string) => void): TestResult {
  const [first] = parts
  const { from, to } = spanOf(parts)
  const { level, reasons } = worstVerdict(parts)
  // The limit is that of the part with the worst verdict, followed by those of the others.
  const worst = parts.find(({ verdict }) => verdict.level === level) ?? first
  const limits = new Set([worst, ...parts].map(({ limitedBy }) => limitedBy.text))
  const note = { rule: 'merged', level: 'note', text: `added up from ${parts.length} results that were measured at the same time` } as const
  if (parts.some(({ microbenchmarks }) => microbenchmarks.length > 0))
    refuse(`${first.name} measured functions, whose samples are not in the file`)
  if (parts.some(({ deliveries }) => deliveries.length > 0))
    refuse(`${first.name} has deliveries, of which it is not known who received which`)
  return {
    ...first,
    startedAt: new Date(from).toISOString(),
    duration: (to - from) / 1000,
    interrupted: parts.find(({ interrupted }) => interrupted !== null)?.interrupted ?? null,
    target: { ...first.target, cpu: greatest(parts.map(({ target }) => target.cpu)), rss: greatest(parts.map(({ target }) => target.rss)) },
    generator: addGenerators(parts.map(({ generator }) => generator)),
    ...(parts.some(({ machines }) => machines !== undefined) && { machines: addMachines(parts), startSpread: null }),
    cpus: sumOf(parts, ({ cpus }) => cpus),
    hostCpu: null,
    hostInterruptCpu: null,
    resources: [],
    scenarios: addScenarios(parts, refuse),
    ...measureAgain(parts, refuse),
    verdict: { level, reasons: [...reasons, note] },
    limitedBy: { by: worst.limitedBy.by, text: [...limits].join('; ') },
  }
}

/** When tests ran, from the first start to the last end, in milliseconds. */
export function spanOf(tests: readonly TestResult[]): { readonly from: number; readonly to: number } {
  const starts = tests.map(({ startedAt }) => Date.parse(startedAt))
  const ends = tests.map(({ startedAt, duration }) => Date.parse(startedAt) + duration * 1000)
  return { from: Math.min(...starts), to: Math.max(...ends) }
}

function addScenarios(
  [first, ...others]: readonly [TestResult, ...TestResult[]],
  refuse: (problem: string) => void,
): readonly ScenarioSummary[] {
  return first.scenarios.flatMap((scenario) => {
    const path = `${first.name}.${scenario.name}`
    const same = others.flatMap(({ scenarios }) => scenarios.find(({ name }) => name === scenario.name) ?? [])
    const all = [scenario, ...same]
    if (all.length !== others.length + 1) refuse(`${path} is not in all results`)
    if (all.some(({ workload }) => !isDeepStrictEqual(workload, scenario.workload))) refuse(`${path} has different workloads`)
    if (all.some(({ users }) => users !== null && users.feeds.length > 0))
      refuse(`${path} has feeds, whose rows may have been used by several`)
    const { workload: _own, ...added } = addFigures(
      all.map((each) => ({ ...each, workload: null })),
      path,
      refuse,
    )
    return [{ ...added, workload: addWorkload(scenario.workload, all.length, path, refuse) }]
  })
}

// The same load once for each part.
function addWorkload(workload: WorkloadSummary, times: number, path: string, refuse: (problem: string) => void): WorkloadSummary {
  const timesOf = (count: number | null): number | null => (count === null ? null : count * times)
  switch (workload.kind) {
    case 'connections':
      return { ...workload, connections: workload.connections * times, requests: timesOf(workload.requests) }
    case 'batch':
      refuse(`${path} has batches, which each result began by itself`)
      return workload
    case 'users':
    case 'rate': {
      const curve = { from: workload.from * times, stages: workload.stages.map((stage) => ({ ...stage, to: stage.to * times })) }
      if (workload.kind === 'rate') {
        return { ...workload, ...curve, iterations: timesOf(workload.iterations), maxUsers: workload.maxUsers * times }
      }
      const { iterations } = workload
      const isOfRun = iterations !== null && iterations.of === 'run'
      return { ...workload, ...curve, iterations: isOfRun ? { of: 'run', count: iterations.count * times } : iterations }
    }
  }
}

// Workers are renumbered, as those of the generators are.
function addMachines(parts: readonly TestResult[]): readonly MachineSummary[] {
  let before = 0
  const started = sumOf(parts, ({ generator }) => startedOf(generator))
  return parts.flatMap(({ machines = [], generator }) => {
    const first = before
    before += generator.threads.length
    return machines.map((machine) => ({
      ...machine,
      workers: machine.workers.map((worker) => worker + first),
      share: machine.share === null ? null : (machine.share * startedOf(generator)) / started,
    }))
  })
}

function startedOf({ threads }: GeneratorSummary): number {
  return sumOf(threads, ({ counts }) => counts.started)
}

function addGenerators(all: readonly GeneratorSummary[]): GeneratorSummary {
  const [first] = all
  if (first === undefined) throw new RangeError('there is no generator')
  const stray = all.flatMap(({ strayErrors }) => strayErrors ?? [])
  return {
    ...first,
    threads: all.flatMap(({ threads }) => threads).map((thread, worker) => ({ ...thread, worker })),
    preciseShare: all.every(({ preciseShare }) => preciseShare === first.preciseShare) ? first.preciseShare : null,
    cpu: sumIfKnown(all.map(({ cpu }) => cpu)),
    rss: sumIfKnown(all.map(({ rss }) => rss)),
    strayErrors: stray[0] === undefined ? null : { count: sumOf(stray, ({ count }) => count), first: stray[0].first },
  }
}

// Metrics and thresholds are computed from all parts together, as from the threads of one load.
function measureAgain(parts: readonly TestResult[], refuse: (problem: string) => void): Pick<TestResult, 'metrics' | 'thresholds'> {
  const measured = parts.flatMap((test) => measureSummary(test))
  const scenarios = withHistograms(measured) as MeasuredScenario<Histogram>[]
  const definitions = ownDefinitions(parts)
  const known = {
    metrics: definitions,
    scenarios: [...new Set(scenarios.map(({ name }) => name))],
    journeys: [...new Set(scenarios.flatMap(({ users }) => users?.journeys.map(({ name }) => name) ?? []))],
  }
  const thresholds = (parts[0]?.thresholds ?? []).flatMap(({ selector, condition }): readonly ThresholdResult[] => {
    const parsed = parseThreshold(selector, condition, { abortOnFail: false, after: 0 }, known)
    if ('threshold' in parsed) return [evaluateThreshold(parsed.threshold, definitions, scenarios)]
    refuse(`the threshold ${selector} ${condition} cannot be read: ${parsed.problem}`)
    return []
  })
  return { thresholds, metrics: summarizeMetrics(definitions, scenarios) }
}

// Restores the histograms of all distributions in a value.
function withHistograms(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHistograms)
  if (value instanceof Map) return new Map(Array.from(value, ([key, each]) => [key, withHistograms(each)]))
  if (typeof value !== 'object' || value === null) return value
  if (!('intervals' in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withHistograms(each)]))
  const histogram = new Histogram()
  const known = histogramOf(value as TimeSummary)
  if (known !== undefined) histogram.add(known)
  return histogram
}

function greatest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}
