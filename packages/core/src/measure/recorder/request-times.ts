import { Histogram } from '../../model/metrics/histogram.ts'
import { recordLoss } from './loss-times.ts'
import type { LossOutcome } from '../../model/metrics/outcome.ts'
import type { UsersSnapshot } from './snapshot.ts'

/** When one request was asked for, written, and answered at first; 0 while it was not. */
interface RequestInstants {
  readonly askedAt: number
  readonly sentAt: number
  readonly firstByteAt: number
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

  answered({ askedAt, sentAt, firstByteAt }: RequestInstants, now: number): void {
    this.#httpWaiting.record(sentAt - askedAt)
    if (firstByteAt === 0) return
    this.#timeToFirstByte.record(firstByteAt - sentAt)
    this.#receiving.record(now - firstByteAt)
  }

  lost({ sentAt, firstByteAt }: RequestInstants, loss: LossOutcome, serviceTime: number, waiting: number): void {
    // Its first byte has not come in all that time.
    if (firstByteAt === 0) recordLoss(this.#timeToFirstByte, 'aborted', serviceTime)
    // How long one waited that was sent is known.
    recordLoss(this.#httpWaiting, sentAt > 0 ? 'timeout' : loss, waiting)
  }

  /** What was recorded since the last call. */
  take(): Pick<UsersSnapshot, 'httpWaiting' | 'timeToFirstByte' | 'sending' | 'receiving'> {
    return {
      httpWaiting: this.#httpWaiting.take(),
      timeToFirstByte: this.#timeToFirstByte.take(),
      sending: this.#sending.take(),
      receiving: this.#receiving.take(),
    }
  }
}
