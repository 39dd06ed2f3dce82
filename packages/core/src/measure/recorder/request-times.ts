import type { LossOutcome } from '../../model/metrics/outcome.ts'
import type { ExampleSource } from './recorded-examples.ts'
import type { SeriesRecorder } from './series.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** One request of a user, with its times on the thread's clock in microseconds; may be reused for the next one. */
export interface TimedRequest {
  /** When it was due. It belongs to the phase of this time. */
  readonly plannedAt: number
  /** When it was asked for: later than it was due by the send lag. */
  readonly askedAt: number
  /** When it was written; 0 while it was not. */
  readonly sentAt: number
  /** When the first byte of its response came; 0 while none did. */
  readonly firstByteAt: number
  /** Its endpoint, and its tags; from `seriesOf`. */
  readonly series: readonly SeriesRecorder[]
  /** The server it goes to; from `addServers`, `undefined` where there is one server only. */
  readonly server?: SeriesRecorder | undefined
  /** Tells of a response to it that was not `ok`, when it is asked right then. */
  readonly source?: ExampleSource | undefined
}

/** The parts of the time of requests of the run phase since the last snapshot, in microseconds. */
export interface RequestTimesSnapshot {
  /** What requests waited for a connection, from when they were asked for to their send. */
  readonly httpWaiting: HistogramSnapshot
  readonly timeToFirstByte: HistogramSnapshot
  /** What it took to hand a request over to the operating system. */
  readonly sending: HistogramSnapshot
  /** From the first byte of a response to its last one. */
  readonly receiving: HistogramSnapshot
}

/** The parts of the time of requests of the run phase, in microseconds. */
export class RequestTimes {
  readonly #httpWaiting = new Histogram()
  readonly #timeToFirstByte = new Histogram()
  readonly #sending = new Histogram()
  readonly #receiving = new Histogram()

  /** One was handed over to the operating system, which took so long. */
  written(took: number): void {
    this.#sending.record(took)
  }

  responded({ askedAt, sentAt, firstByteAt }: TimedRequest, now: number): void {
    this.#httpWaiting.record(sentAt - askedAt)
    if (firstByteAt === 0) return
    this.#timeToFirstByte.record(firstByteAt - sentAt)
    this.#receiving.record(now - firstByteAt)
  }

  lost({ sentAt, firstByteAt }: TimedRequest, loss: LossOutcome, serviceTime: number, waiting: number): void {
    // Its first byte has not come in all that time.
    if (firstByteAt === 0) recordLoss(this.#timeToFirstByte, 'aborted', serviceTime)
    // How long one waited that was sent is known.
    recordLoss(this.#httpWaiting, sentAt > 0 ? 'timeout' : loss, waiting)
  }

  /** What was recorded since the last call. */
  take(): RequestTimesSnapshot {
    return {
      httpWaiting: this.#httpWaiting.take(),
      timeToFirstByte: this.#timeToFirstByte.take(),
      sending: this.#sending.take(),
      receiving: this.#receiving.take(),
    }
  }
}

/** What is known of the times of a request that ended without a complete response: of a timeout its times, of one that was cut off its ages. */
interface LossTimes {
  readonly responseTime: number
  /** `NaN` when it was not sent, or ended in another way. */
  readonly serviceTime: number
  /** How long it waited for a connection; `NaN` when it ended in another way. */
  readonly waiting: number
}

/** Measures a loss. A timeout is timed as `timeout`, from the send, or from when it was asked for when it was not sent; what was waited for before comes on top of it. */
export function lossTimes({ plannedAt, askedAt, sentAt }: TimedRequest, loss: LossOutcome, now: number, timeout: number): LossTimes {
  const from = sentAt > 0 ? sentAt : askedAt
  const responseTime = loss === 'aborted' ? now - plannedAt : from - plannedAt + timeout
  if (loss !== 'aborted' && loss !== 'timeout') return { responseTime, serviceTime: Number.NaN, waiting: Number.NaN }
  const lasted = loss === 'aborted' ? now - from : timeout
  return sentAt > 0
    ? { responseTime, serviceTime: lasted, waiting: sentAt - askedAt }
    : { responseTime, serviceTime: Number.NaN, waiting: lasted }
}

/** Records a time of a loss, or the age of one that was cut off; nothing where that is `NaN`. */
export function recordLoss(times: Histogram, loss: LossOutcome, time: number): void {
  if (Number.isNaN(time)) return
  if (loss === 'aborted') times.cutOff(time)
  else times.record(time)
}
