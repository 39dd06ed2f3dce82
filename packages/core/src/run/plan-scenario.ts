import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import { countArrivals } from '../model/workload/arrivals.ts'
import { cumulated, highestLevel, constantCurve, levelAt, lengthOf, type LoadCurve } from '../model/workload/load-curve.ts'
import { deriveSeed } from '../model/workload/random.ts'
import { mostUsers, plannedDuration } from '../model/workload/workload-size.ts'
import type { UsersWorkload, Workload } from '../model/workload/workload.ts'
import { summarizeWorkload, type WorkloadSummary } from '../result/summary/scenario-summary.ts'
import { nameRequest } from './name-request.ts'
import { neededSockets } from './needed-sockets.ts'

/** A journey that a test would do. */
export interface PlannedJourney {
  readonly name: string
  /** How many of the scenario's iterations do it, from 0 to 1. */
  readonly share: number
  /** Path or URL of its module; `null` for a function. */
  readonly module: string | null
  /** Which export of the module it is, or is made by; `null` for a function. */
  readonly export: string | null
}

/** One scenario of a test that was not run. Times in seconds. */
export interface ScenarioPlan {
  readonly name: string
  /** The first request, as `GET /path`, and how many others there are; or the names of its journeys. */
  readonly request: string
  readonly workload: WorkloadSummary
  /** From the start of the test, the warm-up first. */
  readonly timeline: readonly PlannedPiece[]
  /** The level of the run phase at evenly spaced moments; empty where it does not change by a plan of time. */
  readonly levels: readonly number[]
  /** Most users, or connections, at a time. */
  readonly mostUsers: number
  /** Most connections at a time, if each user has one. */
  readonly sockets: number
  /** Iterations of the run phase; `null` where the responses of the target decide. */
  readonly iterations: PlannedIterations | null
  /** Empty for requests. */
  readonly journeys: readonly PlannedJourney[]
}

/** Says what a test would do with one scenario. */
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

/** How many iterations, or requests, a run phase is planned to have. */
interface PlannedIterations {
  readonly count: number
  /** Whether the number is `exactly` this, `about` this because it is random, or the `most` because users may be slower than their pacing. */
  readonly accuracy: 'exactly' | 'about' | 'most'
}

/**
 * Counts what the run phase of a scenario will start; `null` where that depends on how fast the target responds.
 *
 * @param seed that of the test, on which Poisson arrivals depend
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

/** A part of a scenario in which its level is kept or changes steadily. Times in seconds from the start of the test. */
export interface PlannedPiece {
  readonly phase: 'warm-up' | 'run'
  readonly start: number
  /** `null` where a count ends it. */
  readonly end: number | null
  /** Connections, users, iterations per second, or iterations at once. */
  readonly from: number
  readonly to: number
}

const samples = 240

/** The parts of a scenario, one after the other. */
function planTimeline(workload: Workload): readonly PlannedPiece[] {
  const { startAfter, warmup } = workload
  const curve = curveOf(workload)
  const pieces: PlannedPiece[] = []
  const add = (phase: PlannedPiece['phase'], start: number, duration: number, levels: readonly [number, number]): void => {
    const end = start + duration
    // A jump takes no time; the piece after it starts at its level.
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

/** The level in the middle of each of a number of equal parts of the run phase; empty where nothing plans its length. */
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
