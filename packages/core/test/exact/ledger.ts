import type { Outcome } from '../../src/metrics/outcome.ts'
import type { Span } from './world.ts'

/** All that is to be known of one request; times in microseconds, `NaN` for what has not happened. */
export interface Entry {
  /** When it was due. */
  readonly plannedAt: number
  /** When its iteration was started, which is when it was asked for. */
  readonly startedAt: number
  sentAt: number
  /** How often it was sent. */
  sends: number
  firstByteAt: number
  endedAt: number
  outcome: Outcome | undefined
  status: number | undefined
}

/** What a client did that keeps the plainest books: of each request one line. */
export class Ledger {
  readonly requests: Entry[] = []
  /** When arrivals were due that nobody was free for. */
  readonly dropped: number[] = []
  /** What was read, and when. */
  readonly reads: { readonly at: number; readonly bytes: number }[] = []
  /** How long each connection took to open. */
  readonly connects: number[] = []
  readonly users: Span[] = []
  /** When nothing was left to be started on each thread. */
  readonly overAt: number[] = []

  start(plannedAt: number, startedAt: number): Entry {
    const entry: Entry = {
      plannedAt,
      startedAt,
      sentAt: Number.NaN,
      sends: 0,
      firstByteAt: Number.NaN,
      endedAt: Number.NaN,
      outcome: undefined,
      status: undefined,
    }
    this.requests.push(entry)
    return entry
  }
}

/** Ends a request, once. */
export function endEntry(entry: Entry, outcome: Outcome, now: number, status?: number): void {
  if (entry.outcome !== undefined) throw new Error('it has ended before')
  entry.outcome = outcome
  entry.endedAt = now
  entry.status = status
}

/** What a status stands for. */
export function outcomeOf(status: number): Outcome {
  return status >= 200 && status < 400 ? 'ok' : 'http_error'
}

/** The wait before the next attempt to connect, in microseconds, by the number of failures before this one. */
export function waitAfter(failures: number): number {
  return Math.min(1_000_000, 50_000 * 2 ** failures)
}

/** A thing divided as evenly as can be, the first ones having one more. */
export function sharesOf(total: number, threads: number): number[] {
  return Array.from({ length: threads }, (_, thread) => Math.floor(total / threads) + (thread < total % threads ? 1 : 0))
}
