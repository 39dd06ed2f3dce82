import { outcomes, outcomeIndex, sumOutcomes } from '../../model/metrics/outcome.ts'
import { AbsenceRecorder } from './absence-recorder.ts'
import { IterationTotals } from './users-totals.ts'
import { PhaseTotals } from './series-totals.ts'
import { CreatingMap } from './first-names.ts'
import type { IterationsSnapshot } from './iterations.ts'
import { type PhaseSnapshot, countsWidth, emptySeries, packSeries, type PackedSeries } from './series.ts'
import { PluginRequestRecorder } from './plugin-request-recorder.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import type { PluginRequestsSnapshot, RequestsSnapshot, ScenarioSnapshot, UsersSnapshot } from './snapshot.ts'
import { UserRecorder } from './user-recorder.ts'

/** The number of iterations, or of requests without users, that one thread has scheduled of a scenario: started or dropped. */
export interface ScheduledCounts {
  readonly warmup: number
  readonly run: number
  /** Whether any user ended otherwise than after a completed iteration. */
  readonly hasFailedUsers: boolean
}

/** The snapshot of a scenario in which nothing happened; made once, because hundreds of threads ask for it at each checkpoint. */
let nothingDone: ScenarioSnapshot | undefined

/**
 * The unfinished work of one thread and scenario, by its snapshots: requests, by phase and by series, iterations and users.
 *
 * When the thread dies, all of it counts as aborted, so that everything that was started has ended in the totals.
 */
export class UnderWay {
  readonly #requests = new RequestsUnderWay()
  #users: UsersUnderWay | undefined

  add(snapshot: ScenarioSnapshot): void {
    this.#requests.add(snapshot)
    if (snapshot.users !== undefined) (this.#users ??= new UsersUnderWay()).add(snapshot.users)
  }

  get scheduled(): ScheduledCounts {
    return this.#users?.scheduled ?? { ...scheduledOf(this.#requests), hasFailedUsers: false }
  }

  /** Ends all unfinished work, and returns a snapshot in which it is aborted; a second call finds nothing. */
  abort(): ScenarioSnapshot {
    const aborted = this.aborted(1)
    this.add(aborted)
    return aborted
  }

  /** Returns a snapshot in which all unfinished work is aborted, to be added to totals (1), or to be subtracted again (-1). */
  aborted(times: 1 | -1): ScenarioSnapshot {
    const nothing = (nothingDone ??= new UserRecorder(new ScenarioRecorder(), {}).take(0))
    return { ...this.#requests.aborted(nothing, times), users: nothing.users && this.#users?.aborted(nothing.users, times) }
  }
}

/** The unfinished requests of one kind. */
class RequestsUnderWay {
  readonly warmup: PhaseTotals = new PhaseTotals()
  readonly run: PhaseTotals = new PhaseTotals()
  readonly #endpoints = new SeriesUnderWay()

  add({ warmup, run, endpoints }: RequestsSnapshot): void {
    this.warmup.add(warmup)
    this.run.add(run)
    this.#endpoints.add(endpoints)
  }

  aborted<Snapshot extends RequestsSnapshot>(nothing: Snapshot, times: 1 | -1): Snapshot {
    return {
      ...nothing,
      warmup: abortRequests(nothing.warmup, this.warmup, times),
      run: abortRequests(nothing.run, this.run, times),
      endpoints: this.#endpoints.aborted(times),
    }
  }
}

class UsersUnderWay {
  readonly #warmup = new IterationTotals()
  readonly #run = new IterationTotals()
  readonly #journeys = new CreatingMap((_name: string) => new IterationTotals())
  readonly #tags = new SeriesUnderWay()
  readonly #pluginRequests = new CreatingMap((_plugin: string) => new RequestsUnderWay())
  #active = 0
  #hasFailed = false

  get scheduled(): ScheduledCounts {
    return { ...scheduledOf({ warmup: this.#warmup, run: this.#run }), hasFailedUsers: this.#hasFailed }
  }

  add({ created, completed, failed, aborted, warmup, run, journeys, tags, pluginRequests }: UsersSnapshot): void {
    this.#active += created - completed - failed - aborted
    if (failed + aborted > 0) this.#hasFailed = true
    this.#warmup.addFigures(warmup)
    this.#run.addFigures(run)
    this.#tags.add(tags)
    for (const { name, iterations } of journeys) this.#journeys.of(name).addFigures(iterations)
    for (const snapshot of pluginRequests) this.#pluginRequests.of(snapshot.plugin).add(snapshot)
  }

  aborted(nothing: UsersSnapshot, times: 1 | -1): UsersSnapshot {
    return {
      ...nothing,
      aborted: times * this.#active,
      warmup: abortIterations(this.#warmup, times),
      run: abortIterations(this.#run, times),
      journeys: Array.from(this.#journeys, ([name, journey]) => ({
        name,
        iterations: abortIterations(journey, times),
        duration: nothing.iterationDuration,
      })),
      tags: this.#tags.aborted(times),
      pluginRequests: Array.from(this.#pluginRequests, ([plugin, requests]) => requests.aborted(nothingOf(plugin), times)),
    }
  }
}

/** The requests in flight by the name of their series; a series without any has no entry. */
class SeriesUnderWay {
  readonly #inFlight = new Map<string, number>()

  // Most series have as many requests in flight as a second ago: their names are not looked up.
  add({ names, counts }: PackedSeries): void {
    for (let place = 0; place < names.length; place++) {
      const row = place * countsWidth
      let change = counts[row]!
      for (let index = 0; index < outcomes.length; index++) change -= counts[row + 2 + index]!
      if (change !== 0) this.#change(names[place]!, change)
    }
  }

  #change(name: string, change: number): void {
    const inFlight = (this.#inFlight.get(name) ?? 0) + change
    if (inFlight === 0) this.#inFlight.delete(name)
    else this.#inFlight.set(name, inFlight)
  }

  aborted(times: 1 | -1): PackedSeries {
    return packSeries(Array.from(this.#inFlight, ([name, count]) => ({ ...emptySeries(name), outcomes: abortedOnly(times * count) })))
  }
}

type Scheduled = Pick<PhaseTotals, 'started' | 'dropped'>

function scheduledOf({ warmup, run }: { readonly warmup: Scheduled; readonly run: Scheduled }): Omit<ScheduledCounts, 'hasFailedUsers'> {
  return { warmup: warmup.started + warmup.dropped, run: run.started + run.dropped }
}

function nothingOf(plugin: string): PluginRequestsSnapshot {
  return new PluginRequestRecorder(plugin, new AbsenceRecorder()).take(0)
}

function abortRequests(nothing: PhaseSnapshot, { started, outcomes: ended }: PhaseTotals, times: 1 | -1): PhaseSnapshot {
  return { ...nothing, outcomes: abortedOnly(times * (started - sumOutcomes(ended))) }
}

function abortIterations({ started, completed, failed, aborted }: IterationTotals, times: 1 | -1): IterationsSnapshot {
  return { started: 0, dropped: 0, completed: 0, failed: 0, aborted: times * (started - completed - failed - aborted) }
}

function abortedOnly(count: number): number[] {
  return outcomes.map((_outcome, index) => (index === outcomeIndex.aborted ? count : 0))
}
