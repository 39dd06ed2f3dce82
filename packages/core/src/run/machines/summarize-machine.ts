import type { ClockOffset } from '../../base/clock/clock-offset.ts'
import { sumOf, type ResourceSample, type GeneratorSummary, type MachineSummary } from '../../result/summary/generator-summary.ts'
import type { CollectedThread, LoadCollector } from '../load-collector.ts'
import { meansOf } from '../resource-sampler.ts'
import type { OwnFacts } from './machines.ts'
import { bootOf } from '../capture-environment.ts'
import { countResponses } from '../../model/metrics/outcome.ts'
import type { MachineProgress } from '../progress.ts'

const microsecondsPerMillisecond = 1000

/** What is known of one machine of a test. */
export interface KnownMachine {
  readonly facts: OwnFacts
  /** How its clock stood first, and whenever it was measured again; one or more. */
  readonly clocks: ClockOffset[]
  readonly samples: ResourceSample[]
  /** Of the target, as it looked it up; `undefined` until it has. */
  address: string | undefined
  /** Numbers of its workers, once it has shares. */
  workers: readonly number[]
}

/** What the summary of a machine needs of its test. */
interface SummarizedTest {
  readonly collector: LoadCollector
  /** The planned start, on the clock of the calling process. */
  readonly start: number
  /** Seconds of the run phase. */
  readonly length: number
  /** Seconds from the start of the run phase. */
  readonly secondsFrom: (at: number) => number
  /** Whether the target runs on the machine that started the test. */
  readonly isTargetLocal: boolean
}

/** Summarizes what a machine did in a test. */
export function summarizeMachine(machine: KnownMachine, test: SummarizedTest): MachineSummary {
  const { facts, workers, samples, address = null } = machine
  const { limits: _limits, ...said } = facts
  const { collector, length, isTargetLocal } = test
  const threads = workers.flatMap((worker) => collector.threads[worker] ?? [])
  const started = sumOfStarted(collector.threads)
  const { generatorCpu, generatorRss, hostCpu, hostInterruptCpu } = meansOf(samples, length)
  return {
    ...said,
    workers,
    share: started === 0 ? null : sumOfStarted(threads) / started,
    address,
    hasTarget: isTargetLocal && facts.boot !== null && facts.boot === bootOf(),
    clock: clockOf(machine),
    start: startOf(threads, test),
    lost: lossOf(threads, test),
    generatorCpu,
    rss: generatorRss,
    hostCpu,
    hostInterruptCpu,
    resources: samples,
  }
}

/** What generated the load, where that was on machines: their CPU and memory together are those of the generator. */
export function generatorOf(machines: readonly MachineSummary[], generator: GeneratorSummary): GeneratorSummary {
  if (machines.length === 0) return generator
  return {
    ...generator,
    cpu: sumOf(machines.map(({ generatorCpu }) => generatorCpu)),
    rss: sumOf(machines.map(({ rss }) => rss)),
  }
}

/** Milliseconds by which the clocks of any two of these machines differ at most; `undefined` for fewer than two. */
export function clockErrorOf(machines: readonly MachineSummary[]): number | undefined {
  const [first, second] = machines.map(({ clock }) => clock.error).toSorted((one, other) => other - one)
  return first === undefined || second === undefined ? undefined : first + second
}

/** Milliseconds from the start of the first of these machines to that of the last; `null` where none started. */
export function startSpreadOf(machines: readonly MachineSummary[]): number | null {
  const starts = machines.flatMap(({ start }) => start?.last ?? [])
  return starts.length === 0 ? null : Math.max(...starts) - Math.min(...starts)
}

function clockOf({ clocks }: KnownMachine): MachineSummary['clock'] {
  const [first = { offset: 0, error: 0 }] = clocks
  const drifts = clocks.map(({ offset }) => offset - first.offset)
  // What it told is right by the first measurement; later ones say how far off that has become, as well as they can.
  const error = Math.max(...clocks.map((clock, index) => clock.error + Math.abs(drifts[index] ?? 0)))
  // Its own clock fell behind where the offset grew.
  const inMilliseconds = (microseconds: number): number => microseconds / microsecondsPerMillisecond
  return {
    offset: inMilliseconds(first.offset),
    rtt: inMilliseconds(2 * first.error),
    startError: inMilliseconds(first.error),
    error: inMilliseconds(error),
    drift: inMilliseconds(0 - (drifts.at(-1) ?? 0)),
  }
}

function startOf(threads: readonly CollectedThread[], { start }: SummarizedTest): MachineSummary['start'] {
  const starts = threads.flatMap(({ startedAt }) => (startedAt === undefined ? [] : (startedAt - start) / microsecondsPerMillisecond))
  return starts.length === 0 ? null : { first: Math.min(...starts), last: Math.max(...starts) }
}

// A machine is lost with all that ran on it; one that lives can lose a thread.
function lossOf(threads: readonly CollectedThread[], { secondsFrom }: SummarizedTest): MachineSummary['lost'] {
  const losses = threads.map(({ lost }) => lost)
  const [first] = losses
  if (first === undefined || losses.some((lost) => lost?.reason !== first.reason)) return null
  const knownUntil = Math.min(...threads.map(({ reportedAt }) => reportedAt))
  return { at: secondsFrom(first.at), reason: first.reason, knownUntil: knownUntil > -Infinity ? secondsFrom(knownUntil) : null }
}

function sumOfStarted(threads: readonly CollectedThread[]): number {
  return threads.reduce((sum, { run }) => sum + run.started, 0)
}

/** Tells what each machine does while it generates load. */
export class MachineMeter {
  readonly #known: readonly KnownMachine[]
  readonly #collector: LoadCollector
  #told: { readonly at: number; readonly responded: readonly number[] }

  /** @param start of the load, on the clock of the process */
  constructor(known: readonly KnownMachine[], collector: LoadCollector, start: number) {
    this.#known = known
    this.#collector = collector
    this.#told = { at: start, responded: known.map(() => 0) }
  }

  /** What each did since the last call; nothing where the load comes from this machine. */
  read(now: number): { readonly machines?: readonly MachineProgress[] } {
    if (this.#known.length === 0) return {}
    const seconds = (now - this.#told.at) / 1e6
    const threadsOf = ({ workers }: KnownMachine): readonly CollectedThread[] =>
      workers.flatMap((worker) => this.#collector.threads[worker] ?? [])
    const responded = this.#known.map((known) => threadsOf(known).reduce((sum, { run }) => sum + countResponses(run.outcomes), 0))
    const machines = this.#known.map((known, index): MachineProgress => {
      const lost = threadsOf(known).map((thread) => thread.lost?.reason)
      return {
        name: known.facts.name,
        requestsPerSecond: seconds > 0 ? ((responded[index] ?? 0) - (this.#told.responded[index] ?? 0)) / seconds : 0,
        cpu: known.samples.at(-1)?.generatorCpu ?? null,
        lost: lost.every((reason) => reason !== undefined) ? (lost[0] ?? null) : null,
      }
    })
    this.#told = { at: now, responded }
    return { machines }
  }
}
