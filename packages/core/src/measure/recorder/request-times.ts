import type { LossOutcome } from '../../model/metrics/outcome.ts'
import type { ExampleSource } from './error-recorder.ts'
import type { SeriesRecorder } from './series.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** One request of a user, with its times in microseconds on the thread's clock; the object may be reused for the next one. */
export interface TimedRequest {
  /** When the request was due, which decides its phase. */
  readonly plannedAt: number
  /** When the request was called, which is later than it was due by the send lag. */
  readonly askedAt: number
  /** When the request was written; 0 until then. */
  readonly sentAt: number
  /** When the first byte of the response came; 0 until then. */
  readonly firstByteAt: number
  /** The series of the request's endpoint and tags, from `seriesOf`. */
  readonly series: readonly SeriesRecorder[]
  /** The server of the request, from `addServers`; `undefined` with a single server. */
  readonly server?: SeriesRecorder | undefined
  /** Describes a response that was not `ok`, if called right then. */
  readonly source?: ExampleSource | undefined
}

/** The parts of the time of requests of the run phase since the last snapshot, in microseconds. */
export interface RequestTimesSnapshot {
  /** Times from the call of a request to its send. */
  readonly httpWaiting: HistogramSnapshot
  readonly timeToFirstByte: HistogramSnapshot
  /** Times to hand a request over to the operating system. */
  readonly sending: HistogramSnapshot
  /** Times from the first byte of a response to its last one. */
  readonly receiving: HistogramSnapshot
}

/** The parts of the time of requests of the run phase, in microseconds. */
export class RequestTimes {
  readonly #httpWaiting = new Histogram()
  readonly #timeToFirstByte = new Histogram()
  readonly #sending = new Histogram()
  readonly #receiving = new Histogram()

  /** Records the time to hand a request over to the operating system. */
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
    // The first byte has not come in the whole time.
    if (firstByteAt === 0) recordLoss(this.#timeToFirstByte, 'aborted', serviceTime)
    // The waiting time of a request that was sent is known.
    recordLoss(this.#httpWaiting, sentAt > 0 ? 'timeout' : loss, waiting)
  }

  /** Returns the records since the last call. */
  take(): RequestTimesSnapshot {
    return {
      httpWaiting: this.#httpWaiting.take(),
      timeToFirstByte: this.#timeToFirstByte.take(),
      sending: this.#sending.take(),
      receiving: this.#receiving.take(),
    }
  }
}

/** The times of a request that timed out, or the ages of one that was cut off. */
interface LossTimes {
  readonly responseTime: number
  /** Service time; `NaN` when the request was not sent, or ended in another way. */
  readonly serviceTime: number
  /** Time that the request waited for a connection; `NaN` when it ended in another way. */
  readonly waiting: number
}

/** Measures the times of a lost request. A timeout lasts `timeout` from the send, or from the call of a request that was not sent; waiting before that is added. */
export function lossTimes({ plannedAt, askedAt, sentAt }: TimedRequest, loss: LossOutcome, now: number, timeout: number): LossTimes {
  const from = sentAt > 0 ? sentAt : askedAt
  const responseTime = loss === 'aborted' ? now - plannedAt : from - plannedAt + timeout
  if (loss !== 'aborted' && loss !== 'timeout') return { responseTime, serviceTime: Number.NaN, waiting: Number.NaN }
  const lasted = loss === 'aborted' ? now - from : timeout
  return sentAt > 0
    ? { responseTime, serviceTime: lasted, waiting: sentAt - askedAt }
    : { responseTime, serviceTime: Number.NaN, waiting: lasted }
}

/** Records the time of a lost request, or the age of one that was cut off; nothing for `NaN`. */
export function recordLoss(times: Histogram, loss: LossOutcome, time: number): void {
  if (Number.isNaN(time)) return
  if (loss === 'aborted') times.cutOff(time)
  else times.record(time)
}
