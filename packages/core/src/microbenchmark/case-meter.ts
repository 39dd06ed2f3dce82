import { threadCpu } from '../base/clock/clock.ts'
import {
  batchSize,
  sampleLength,
  type SampleLength,
  createCallLoop,
  createCallOutcome,
  type CallLoop,
  type CallOutcome,
} from './call-loop.ts'
import type { ReasonCount } from '../base/units/count.ts'
import { failureReason } from '../load/user/failure.ts'
import { numbers } from '../measure/recorder/column.ts'
import type { Microbenchmark, MicrobenchmarkCase } from './microbenchmark.ts'
import { createPhases, type Phases } from './tinybench.ts'

// The most failed calls while finding out whether the function is asynchronous.
const mostAttempts = 5
// A batch size must prove right several times, because calls may have been compiled or interrupted meanwhile, unless a batch is this long
// (nanoseconds).
const mostLooks = 3
const longestUnsure = 20e6
// The most batches to find the batch size by, which may go up and down for a function that fails at times: the warm-up continues with it.
const mostSearching = 100
// A failed call spoils its batch, so batches are sized to lose at most about this share.
const lostShare = 0.1
// The most reasons of failures that are counted separately.
const mostReasons = 20
// Milliseconds without a turn of the event loop after which it gets one between two samples: for timers, messages and an interruption.
const turn = 100

/** The case to measure, and for how long. */
export interface CaseSubject {
  readonly name: string
  readonly run: MicrobenchmarkCase<never>
  readonly beforeEach: Microbenchmark<never>['beforeEach']
  readonly state: unknown
  /** Milliseconds. */
  readonly time: number
  readonly warmup: number
  /** Nanoseconds that reading the clock takes. */
  readonly timer: number
  readonly signal: AbortSignal
}

/** The measurements of one case in one thread, as plain data. Times are in nanoseconds. */
export interface CaseMeasurement {
  readonly isAsync: boolean
  /** The samples in their order: the time of a call, or the time of a batch divided by its calls. */
  readonly samples: Float64Array<ArrayBuffer>
  readonly batch: number
  /** Calls while samples were taken, including failed ones. */
  readonly calls: number
  readonly warmupCalls: number
  readonly failed: number
  readonly failures: readonly ReasonCount[]
  /** Share of one CPU that the thread had meanwhile; `null` on a Node.js version that cannot measure it. */
  readonly cpu: number | null
}

/** Measures one case in the calling thread. */
export class CaseMeter {
  readonly #subject: CaseSubject
  readonly #length: SampleLength
  readonly #outcome: CallOutcome = createCallOutcome()
  readonly #samples = numbers()
  readonly #failures = new Map<string, number>()
  #isAsync = false
  #loop: CallLoop = () => 0
  #phases: Phases | undefined
  #batch = 1
  /** The error that `beforeEach` threw before the next call. */
  #unprepared: { readonly error: unknown } | undefined
  #isMeasuring = false
  #calls = 0
  #warmupCalls = 0
  #warmupFailed = 0
  #failed = 0
  #lastTurn = performance.now()

  constructor(subject: CaseSubject) {
    this.#subject = subject
    this.#length = sampleLength(subject.timer, subject.time * 1e6)
  }

  /** Finds out whether the function is asynchronous and how long it takes, and warms it up; returns the number of calls to time together. */
  async warmUp(): Promise<number> {
    const { name, run, state, time, warmup, signal } = this.#subject
    this.#isAsync = await this.#findKind()
    this.#loop = createCallLoop({ run, state, isAsync: this.#isAsync, outcome: this.#outcome })
    await this.#findBatch()
    this.#phases = await createPhases({
      name,
      isAsync: this.#isAsync,
      time,
      warmup,
      signal,
      before: () => this.#before(),
      sample: () => this.#sample(),
    })
    await this.#phases.warmUp()
    return this.#batch
  }

  /** Takes samples of the same number of calls each until the time is over. */
  async measure(batch: number): Promise<CaseMeasurement> {
    this.#batch = batch
    this.#isMeasuring = true
    const cpu = threadCpu()
    const start = performance.now()
    if (!this.#subject.signal.aborted) await this.#phases?.run()
    const used = threadCpu()
    const elapsed = performance.now() - start
    return {
      isAsync: this.#isAsync,
      samples: this.#samples.take(),
      batch,
      calls: this.#calls,
      warmupCalls: this.#warmupCalls,
      failed: this.#failed,
      failures: Array.from(this.#failures, ([reason, count]) => ({ reason, count })),
      cpu: cpu === undefined || used === undefined || elapsed === 0 ? null : (used - cpu) / elapsed,
    }
  }

  // A call that throws does not show whether the function returns a promise.
  async #findKind(): Promise<boolean> {
    const { run, state, signal } = this.#subject
    for (let attempt = 0; attempt < mostAttempts && !signal.aborted; attempt++) {
      await this.#prepare()
      if (this.#unprepared !== undefined) continue
      this.#warmupCalls++
      try {
        const result = run(state as never)
        if (!isPromise(result)) return false
        await Promise.resolve(result).catch(() => this.#warmupFailed++)
        return true
      } catch {
        this.#warmupFailed++
      }
    }
    return false
  }

  async #findBatch(): Promise<void> {
    if (this.#subject.beforeEach !== undefined) return
    let settled = 0
    for (let look = 0; look < mostSearching && settled < mostLooks && !this.#subject.signal.aborted; look++) {
      const elapsed = await this.#loop(this.#batch)
      settled = this.#adapt(elapsed) ? 0 : settled + 1
      if (elapsed >= longestUnsure) return
    }
  }

  /** Counts a batch of the warm-up, and adapts the size of the next one; returns whether the size changed. */
  #adapt(elapsed: number): boolean {
    const before = this.#batch
    const { calls, hasFailed } = this.#outcome
    this.#warmupCalls += calls
    if (hasFailed) this.#warmupFailed++
    if (this.#subject.beforeEach !== undefined) return false
    const most = this.#warmupFailed === 0 ? Infinity : Math.max(1, Math.floor((lostShare * this.#warmupCalls) / this.#warmupFailed))
    if (hasFailed) this.#batch = Math.min(before, most)
    else if (elapsed < (before === 1 ? this.#length.single : this.#length.batch / 2)) {
      // Grows at most tenfold at once, because a cold function soon gets faster.
      this.#batch = Math.max(before, Math.min(before * 10, batchSize(elapsed / before, this.#length), most))
    }
    return this.#batch !== before
  }

  #before(): Promise<void> | undefined {
    const isLate = performance.now() - this.#lastTurn >= turn
    if (!isLate && this.#subject.beforeEach === undefined) return undefined
    return this.#ready(isLate)
  }

  async #ready(isLate: boolean): Promise<void> {
    if (isLate) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#lastTurn = performance.now()
    }
    await this.#prepare()
  }

  async #prepare(): Promise<void> {
    const { beforeEach, state, name } = this.#subject
    this.#unprepared = undefined
    try {
      await beforeEach?.(state as never, name)
    } catch (error) {
      this.#unprepared = { error }
    }
  }

  #sample(): Promise<void> | void {
    if (this.#unprepared !== undefined) return this.#fail(this.#unprepared.error)
    const elapsed = this.#loop(this.#batch)
    return typeof elapsed === 'number' ? this.#take(elapsed) : elapsed.then((time) => this.#take(time))
  }

  #take(elapsed: number): void {
    const { calls, hasFailed, error } = this.#outcome
    if (!this.#isMeasuring) {
      this.#adapt(elapsed)
      return
    }
    this.#calls += calls
    if (hasFailed) this.#fail(error)
    else if (!this.#isAsync && this.#hasPromise()) this.#fail(new Error('it returned a promise, although its first call did not'))
    else this.#samples.push(elapsed / this.#batch)
  }

  #fail(error: unknown): void {
    if (!this.#isMeasuring) return
    this.#failed++
    const reason = failureReason(error)
    const kept = this.#failures.has(reason) || this.#failures.size < mostReasons ? reason : 'other reasons'
    this.#failures.set(kept, (this.#failures.get(kept) ?? 0) + 1)
  }

  #hasPromise(): boolean {
    const { results } = this.#outcome
    let hasPromise = false
    for (let index = 0; index < results.length && index < this.#batch; index++) {
      const result = results[index]
      if (!isPromise(result)) continue
      hasPromise = true
      void Promise.resolve(result).catch(() => {})
    }
    return hasPromise
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
