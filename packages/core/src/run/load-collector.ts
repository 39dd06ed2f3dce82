import { outcomeIndex, sumOutcomes } from '../metrics/outcome.ts'
import { PhaseTotals } from '../recorder/phase-totals.ts'
import { ScenarioTotals } from '../recorder/scenario-totals.ts'
import type { PhaseSnapshot, ScenarioSnapshot } from '../recorder/snapshot.ts'
import type { ThreadHealth } from '../worker/thread-health.ts'

/** What is known of one load thread. */
export interface CollectedThread {
  /** Its requests of the run phase, over all scenarios. */
  readonly run: PhaseTotals
  health: ThreadHealth | undefined
  lost: { readonly at: number; readonly reason: string } | undefined
}

/** Adds up what the load threads report: by scenario, and by thread to check the one against the other. */
export class LoadCollector {
  readonly scenarios: readonly ScenarioTotals[]
  readonly threads: readonly CollectedThread[]
  // By thread and scenario: what a thread had in flight when it was last heard of.
  readonly #phases: readonly (readonly { warmup: PhaseTotals; run: PhaseTotals }[])[]

  constructor(scenarios: number, threads: number) {
    this.scenarios = Array.from({ length: scenarios }, () => new ScenarioTotals())
    this.threads = Array.from({ length: threads }, () => ({ run: new PhaseTotals(), health: undefined, lost: undefined }))
    this.#phases = this.threads.map(() => this.scenarios.map(() => ({ warmup: new PhaseTotals(), run: new PhaseTotals() })))
  }

  /** Answers of the run phase so far. */
  get answered(): number {
    return this.#sum(({ run }) => answersOf(run))
  }
  /** Answers of the warm-up so far. */
  get answeredInWarmup(): number {
    return this.#sum(({ warmup }) => answersOf(warmup))
  }
  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failed(): number {
    return this.#sum(({ run: { outcomes } }) => sumOutcomes(outcomes) - outcomes.ok - outcomes.aborted)
  }
  /** Requests of both phases that found no connection so far. */
  get refused(): number {
    return this.#sum(({ run, warmup }) => run.outcomes.refused + warmup.outcomes.refused)
  }

  /** Takes what one thread reported, a snapshot for each scenario. */
  add(worker: number, snapshots: readonly ScenarioSnapshot[]): void {
    for (const [index, snapshot] of snapshots.entries()) {
      this.scenarios[index]?.add(snapshot)
      this.threads[worker]?.run.add(snapshot.run)
      this.#phases[worker]?.[index]?.warmup.add(snapshot.warmup)
      this.#phases[worker]?.[index]?.run.add(snapshot.run)
    }
  }

  /** A thread died: what it had in flight when it was last heard of was aborted by its death. */
  lose(worker: number, at: number, reason: string): void {
    const thread = this.threads[worker]
    if (thread === undefined) return
    thread.lost = { at, reason }
    for (const [index, { warmup, run }] of (this.#phases[worker] ?? []).entries()) {
      const [abortedWarmup, abortedRun] = [abortInFlight(warmup), abortInFlight(run)]
      this.scenarios[index]?.warmup.add(abortedWarmup)
      this.scenarios[index]?.run.add(abortedRun)
      thread.run.add(abortedRun)
    }
  }

  #sum(read: (totals: ScenarioTotals) => number): number {
    return this.scenarios.reduce((sum, totals) => sum + read(totals), 0)
  }
}

function answersOf({ outcomes }: PhaseTotals): number {
  return outcomes.ok + outcomes.http_error + outcomes.check_failed
}

function abortInFlight(totals: PhaseTotals): PhaseSnapshot {
  const outcomes = Array.from({ length: Object.keys(outcomeIndex).length }, () => 0)
  outcomes[outcomeIndex.aborted] = totals.started - sumOutcomes(totals.outcomes)
  return { started: 0, dropped: 0, outcomes, statuses: [], bytesSent: 0, bytesReceived: 0 }
}
