import type { Histogram } from '../../model/metrics/histogram.ts'
import type { LossOutcome } from '../../model/metrics/outcome.ts'

/** When a request that ended without a complete answer was due, asked for and sent; `sentAt` is 0 when it was not. Microseconds. */
interface LostRequest {
  readonly plannedAt: number
  readonly askedAt: number
  readonly sentAt: number
}

/** What is known of the times of a request that ended without a complete answer: of a timeout its times, of one that was cut off its ages. */
interface LossTimes {
  readonly responseTime: number
  /** `NaN` when it was not sent, or ended in another way. */
  readonly serviceTime: number
  /** How long it waited for a connection; `NaN` when it ended in another way. */
  readonly waiting: number
}

/** Measures a loss. A timeout is timed as `timeout`, from the send, or from when it was asked for when it was not sent; what was waited for before comes on top of it. */
export function lossTimes({ plannedAt, askedAt, sentAt }: LostRequest, loss: LossOutcome, now: number, timeout: number): LossTimes {
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
