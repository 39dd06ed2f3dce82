import type { Generator } from '../generator.ts'

/** The load of users who emit and wait for acknowledgements. */
export interface EchoLoad {
  /** The target's origin. */
  readonly url: string
  /** Number of users, each with a connection and one emit in flight. */
  readonly users: number
  /** Seconds for which the users emit. */
  readonly seconds: number
}

/** The report of a generator. */
export interface EchoReport {
  readonly sent: number
  readonly acked: number
  /** Milliseconds from an emit to its acknowledgement. */
  readonly p50: number
  readonly p99: number
}

/** A generator of users who emit and wait. It prints an {@link EchoReport}. */
export type EchoGenerator = Generator<EchoLoad>
