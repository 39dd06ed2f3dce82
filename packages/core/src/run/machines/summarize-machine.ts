import type { ClockOffset } from '../../base/clock/clock.ts'
import { sumIfKnown, sumOf } from '../../base/units/count.ts'
import type { ResourceSample, GeneratorSummary, MachineSummary } from '../../result/summary/generator-summary.ts'
import type { CollectedThread, LoadCollector } from '../load-collector.ts'
import { meansOf } from '../resource-sampler.ts'
import type { SampleList } from '../sample-list.ts'
import type { OwnFacts } from './machines.ts'
import { bootOf } from '../capture-environment.ts'
import { countResponses } from '../../model/metrics/outcome.ts'
import type { MachineProgress } from '../progress.ts'

const microsecondsPerMillisecond = 1000

/** The known facts of one machine of a test. */
export interface KnownMachine {
  readonly facts: OwnFacts
  /** The measured offsets of its clock, at least one, the first first. */
  readonly clocks: ClockOffset[]
  readonly samples: SampleList<ResourceSample>
  /** Address of the target as the machine resolved it; `undefined` until then. */
  address: string | undefined
  /** Numbers of the machine's workers, once it has shares. */
  workers: readonly number[]
}

/** The facts of a test that the summary of a machine needs: its planned start on the clock of the calling process, and the length of its run phase. */
interface SummarizedTest {
  readonly collector: LoadCollector
  readonly start: number
  readonly length: number
  /** Converts a time on the clock to seconds from the start of the run phase. */
  readonly secondsFrom: (at: number) => number
  /** Whether the target runs on the machine that started the test. */
  readonly isTargetLocal: boolean
}

/** Summarizes one machine of a test. */
export function summarizeMachine(machine: KnownMachine, test: SummarizedTest): MachineSummary {
  const { facts, workers, samples, address = null } = machine
  const { limits: _limits, ...said } = facts
  const { collector, length, isTargetLocal } = test
  const threads = threadsOf(machine, collector)
  const startedOf = (all: readonly CollectedThread[]): number => sumOf(all, ({ run }) => run.started)
  const started = startedOf(collector.threads)
  const resources = samples.list()
  const { generatorCpu, generatorRss, hostCpu, hostInterruptCpu } = meansOf(resources, length)
  return {
    ...said,
    workers,
    share: started === 0 ? null : startedOf(threads) / started,
    address,
    hasTarget: isTargetLocal && facts.boot !== null && facts.boot === bootOf(),
    clock: clockOf(machine),
    start: startOf(threads, test),
    lost: lossOf(threads, test),
    generatorCpu,
    rss: generatorRss,
    hostCpu,
    hostInterruptCpu,
    resources,
  }
}

/** Summarizes the generator when load came from machines, whose CPU and memory are added up. */
export function generatorOf(machines: readonly MachineSummary[], generator: GeneratorSummary): GeneratorSummary {
  if (machines.length === 0) return generator
  return {
    ...generator,
    cpu: sumIfKnown(machines.map(({ generatorCpu }) => generatorCpu)),
    rss: sumIfKnown(machines.map(({ rss }) => rss)),
  }
}

/** Largest difference between the clocks of any two machines in milliseconds; `undefined` for fewer than two. */
export function clockErrorOf(machines: readonly MachineSummary[]): number | undefined {
  const [first, second] = machines.map(({ clock }) => clock.error).toSorted((one, other) => other - one)
  return first === undefined || second === undefined ? undefined : first + second
}

/** Milliseconds between the starts of the first and the last machine; `null` when none started. */
export function startSpreadOf(machines: readonly MachineSummary[]): number | null {
  const starts = machines.flatMap(({ start }) => start?.last ?? [])
  return starts.length === 0 ? null : Math.max(...starts) - Math.min(...starts)
}

function clockOf({ clocks }: KnownMachine): MachineSummary['clock'] {
  const [first = { offset: 0, error: 0 }] = clocks
  const drifts = clocks.map(({ offset }) => offset - first.offset)
  // Reported times use the first measurement; later measurements show how much the clock has drifted, within their errors.
  const error = Math.max(...clocks.map((clock, index) => clock.error + Math.abs(drifts[index] ?? 0)))
  // The clock of the machine fell behind if the offset grew.
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

// A machine is lost when all of its threads are; a machine that is alive can lose a thread.
function lossOf(threads: readonly CollectedThread[], { secondsFrom }: SummarizedTest): MachineSummary['lost'] {
  const losses = threads.map(({ lost }) => lost)
  const [first] = losses
  if (first === undefined || losses.some((lost) => lost?.reason !== first.reason)) return null
  const knownUntil = Math.min(...threads.map(({ reportedAt }) => reportedAt))
  return { at: secondsFrom(first.at), reason: first.reason, knownUntil: knownUntil > -Infinity ? secondsFrom(knownUntil) : null }
}

/**
 * Measures each machine while it generates load.
 *
 * @param start of the load, on the clock of the process
 * @returns a function that returns the progress of each machine since its last call; nothing when the load comes from this machine
 */
export function meterMachines(
  machines: readonly KnownMachine[],
  collector: LoadCollector,
  start: number,
): (now: number) => { readonly machines?: readonly MachineProgress[] } {
  const told = new Map<KnownMachine, number>()
  let toldAt = start
  return (now) => {
    if (machines.length === 0) return {}
    const seconds = (now - toldAt) / 1e6
    toldAt = now
    const progress = machines.map((machine): MachineProgress => {
      const threads = threadsOf(machine, collector)
      const responded = sumOf(threads, ({ run }) => countResponses(run.outcomes))
      const more = responded - (told.get(machine) ?? 0)
      told.set(machine, responded)
      const lost = threads.map((thread) => thread.lost?.reason)
      return {
        name: machine.facts.name,
        requestsPerSecond: seconds > 0 ? more / seconds : 0,
        cpu: machine.samples.last?.generatorCpu ?? null,
        lost: lost.every((reason) => reason !== undefined) ? (lost[0] ?? null) : null,
      }
    })
    return { machines: progress }
  }
}

function threadsOf({ workers }: KnownMachine, { threads }: LoadCollector): readonly CollectedThread[] {
  return workers.flatMap((worker) => threads[worker] ?? [])
}
