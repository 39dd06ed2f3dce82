import { countArrivals } from '../model/workload/schedule.ts'
import { type ResolvedConfig, type ResolvedScenario, nameRequest, neededSockets } from '../config/resolved-config.ts'
import { cumulated, highestLevel, constantCurve, levelAt, lengthOf, type LoadCurve } from '../model/workload/load-curve.ts'
import { deriveSeed } from '../model/workload/random.ts'
import { mostUsers, plannedDuration } from '../model/workload/workload-size.ts'
import type { UsersWorkload, Workload } from '../model/workload/workload.ts'
import { summarizeWorkload, type WorkloadSummary } from '../result/summary/workload-summary.ts'

/** A journey that a test would do. */
export interface PlannedJourney {
  readonly name: string
  /** Share of the scenario's iterations that do the journey, 0 to 1. */
  readonly share: number
  /** Path or URL of the journey's module; `null` for a function. */
  readonly module: string | null
  /** Name of the module's export that is the journey, or makes it; `null` for a function. */
  readonly export: string | null
}

/** The plan of one scenario. Times are in seconds. */
export interface ScenarioPlan {
  readonly name: string
  /** The first request, as `GET /path`, and the number of others; or the names of the journeys. */
  readonly request: string
  readonly workload: WorkloadSummary
  /** The parts of the load from the start of the test, the warm-up first. */
  readonly timeline: readonly PlannedPiece[]
  /** The level at evenly spaced moments of the run phase; empty without a planned duration. */
  readonly levels: readonly number[]
  /** Most users, or connections, at a time. */
  readonly mostUsers: number
  /** Most connections at a time, if each user has one connection. */
  readonly sockets: number
  /** Iterations of the run phase; `null` when their number depends on the target. */
  readonly iterations: PlannedIterations | null
  /** The journeys; empty for requests. */
  readonly journeys: readonly PlannedJourney[]
}

/** Plans one scenario of a test. */
export function planScenario(
  scenario: ResolvedScenario,
  { seed, target, unixSocket }: Pick<ResolvedConfig, 'seed' | 'target' | 'unixSocket'>,
): ScenarioPlan {
  const { name, workload } = scenario
  return {
    name,
    request: nameRequest(scenario),
    workload: summarizeWorkload(workload),
    timeline: planTimeline(workload),
    levels: planLevels(workload),
    mostUsers: mostUsers(workload),
    sockets: neededSockets({ scenarios: [scenario], target, unixSocket }).total,
    iterations: planIterations(scenario, seed),
    journeys: planJourneys(scenario),
  }
}

function planJourneys(scenario: ResolvedScenario): readonly PlannedJourney[] {
  if (scenario.kind === 'requests') return []
  const weights = scenario.journeys.reduce((sum, { weight }) => sum + weight, 0)
  return scenario.journeys.map(({ name, weight, from }) => ({
    name,
    share: weight / weights,
    module: 'module' in from ? from.module : null,
    export: 'module' in from ? from.export : null,
  }))
}

/** The planned number of iterations, or requests, of a run phase. */
interface PlannedIterations {
  readonly count: number
  /** Whether the number is exact, approximate because arrivals are random, or a maximum because users may be slower than their pacing. */
  readonly accuracy: 'exactly' | 'about' | 'most'
}

/**
 * Counts the iterations that the run phase of a scenario will start; `null` when that depends on how fast the target responds.
 *
 * @param seed the seed of the test, on which Poisson arrivals depend
 */
function planIterations({ name, workload }: ResolvedScenario, seed: number): PlannedIterations | null {
  switch (workload.kind) {
    case 'connections':
      return exactly(workload.requests)
    case 'batch':
      return exactly(workload.iterations)
    case 'users':
      return planOfUsers(workload)
    case 'rate': {
      const isRandom = workload.arrivals === 'poisson' && workload.iterations === undefined
      return { count: countArrivals(workload, deriveSeed(seed, name)), accuracy: isRandom ? 'about' : 'exactly' }
    }
  }
}

function planOfUsers({ curve, iterations, pacing }: UsersWorkload): PlannedIterations | null {
  if (iterations !== undefined) return exactly(iterations.of === 'run' ? iterations.count : iterations.count * highestLevel(curve))
  const area = cumulated(curve, Infinity)
  return pacing === 0 || area === Infinity ? null : { count: Math.ceil(area / (pacing / 1e6)), accuracy: 'most' }
}

function exactly(count: number | undefined): PlannedIterations | null {
  return count === undefined ? null : { count, accuracy: 'exactly' }
}

/** A part of a scenario with a constant level or a linear change. Times are in seconds from the start of the test. */
export interface PlannedPiece {
  readonly phase: 'warm-up' | 'run'
  readonly start: number
  /** End of the part; `null` when a count ends it. */
  readonly end: number | null
  /** The level at the start: connections, users, iterations per second, or iterations at once. */
  readonly from: number
  readonly to: number
}

const samples = 240

function planTimeline(workload: Workload): readonly PlannedPiece[] {
  const { startAfter, warmup } = workload
  const curve = curveOf(workload)
  const pieces: PlannedPiece[] = []
  const add = (phase: PlannedPiece['phase'], start: number, duration: number, levels: readonly [number, number]): void => {
    const end = start + duration
    // A jump takes no time; the next piece starts at its level.
    if (duration > 0) pieces.push({ phase, start: start / 1e6, end: end === Infinity ? null : end / 1e6, from: levels[0], to: levels[1] })
  }
  const first = levelAt(curve, 0)
  add('warm-up', startAfter, warmup, [first, first])
  let level = curve.from
  let start = startAfter + warmup
  for (const { duration, to } of curve.steps) {
    add('run', start, duration, [duration === Infinity ? to : level, to])
    start += duration
    level = to
  }
  return pieces
}

/** The level in the middle of each of several equal parts of the run phase; empty without a planned length. */
function planLevels(workload: Workload): readonly number[] {
  const curve = curveOf(workload)
  const length = lengthOf(curve)
  return length === Infinity ? [] : Array.from({ length: samples }, (_, index) => levelAt(curve, ((index + 0.5) / samples) * length))
}

function curveOf(workload: Workload): LoadCurve {
  switch (workload.kind) {
    case 'connections':
      return constantCurve(workload.connections, plannedDuration(workload))
    case 'batch':
      return constantCurve(workload.batch, plannedDuration(workload))
    case 'users':
    case 'rate':
      return workload.curve
  }
}
