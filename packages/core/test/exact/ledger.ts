import type { Outcome } from '../../src/model/metrics/outcome.ts'

/** A request as it is on the wire, where all are the same. */
export const requestText = 'GET / HTTP/1.1\r\n\r\n'

/** One request; times in microseconds, `NaN` for events that have not happened. */
export interface Entry {
  /** When it was due. */
  readonly plannedAt: number
  /** When it was asked for. */
  readonly startedAt: number
  readonly endpoint: string
  /** Its length on the wire. */
  readonly bytes: number
  /** What a status stands for. */
  readonly judge: (status: number) => Outcome
  /** Is called when the request has ended. */
  onEnd: (() => void) | undefined
  /** Until when it waits for a connection. */
  waitsUntil: number
  sentAt: number
  /** How often it was sent. */
  sends: number
  firstByteAt: number
  /** Bytes of its response. */
  received: number
  endedAt: number
  outcome: Outcome | undefined
  status: number | undefined
}

/** One iteration. */
export interface Iteration {
  readonly plannedAt: number
  readonly startedAt: number
  endedAt: number
  end: 'completed' | 'failed' | 'aborted' | undefined
}

/** The record of a client, with one entry for each request. */
export class Ledger {
  readonly requests: Entry[] = []
  /** When requests were due for which no user was free. */
  readonly dropped: number[] = []
  /** What was read, and when. */
  readonly reads: { readonly at: number; readonly bytes: number }[] = []
  /** How long each connection took to open. */
  readonly connects: number[] = []
  readonly iterations: Iteration[] = []
  /** When iterations were due for which no user was free. */
  readonly droppedIterations: number[] = []
  readonly checks: { readonly at: number; readonly name: string; readonly passed: boolean }[] = []
  /** By how much users thought longer than planned, and when each think time ended. */
  readonly overshoots: { readonly at: number; readonly time: number }[] = []
  /** When nothing was left to be started on each thread. */
  readonly overAt: number[] = []

  start(plannedAt: number, startedAt: number, about: Partial<Pick<Entry, 'endpoint' | 'bytes' | 'judge'>> = {}): Entry {
    const entry: Entry = {
      plannedAt,
      startedAt,
      endpoint: 'GET /',
      bytes: requestText.length,
      judge: outcomeOf,
      ...about,
      onEnd: undefined,
      waitsUntil: Infinity,
      sentAt: Number.NaN,
      sends: 0,
      firstByteAt: Number.NaN,
      received: 0,
      endedAt: Number.NaN,
      outcome: undefined,
      status: undefined,
    }
    this.requests.push(entry)
    return entry
  }

  begin(plannedAt: number, startedAt: number): Iteration {
    const iteration: Iteration = { plannedAt, startedAt, endedAt: Number.NaN, end: undefined }
    this.iterations.push(iteration)
    return iteration
  }
}

/** Ends a request, once. */
export function endEntry(entry: Entry, outcome: Outcome, now: number, status?: number): void {
  if (entry.outcome !== undefined) throw new Error('it has ended before')
  entry.outcome = outcome
  entry.endedAt = now
  entry.status = status
  entry.onEnd?.()
}

/** What a status stands for. */
export function outcomeOf(status: number): Outcome {
  return status >= 200 && status < 400 ? 'ok' : 'http_error'
}

/** The wait before the next attempt to connect, in microseconds, by the number of failures before this one. */
export function waitAfter(failures: number): number {
  return Math.min(1_000_000, 50_000 * 2 ** failures)
}

/** The shares of a total, as even as possible, the first ones larger by one. */
export function sharesOf(total: number, threads: number): number[] {
  return Array.from({ length: threads }, (_, thread) => Math.floor(total / threads) + (thread < total % threads ? 1 : 0))
}
