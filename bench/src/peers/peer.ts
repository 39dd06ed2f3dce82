import type { LoadCase } from '../load-case.ts'

/** A load that a peer is asked to put on the target. */
export interface Load extends LoadCase {
  readonly url: string
  readonly seconds: number
  /** How ours pipelines where it is not one request for each response. */
  readonly refill?: 'batch'
}

/** What a peer says of its own run; times in milliseconds, `null` where it cannot tell. */
export interface PeerReport {
  readonly p50: number | null
  readonly p99: number | null
  /** Requests that got no response or not a 2xx one, without those in flight at the end. */
  readonly failed: number
}

/** Where a peer may put files of its own. */
export interface PeerDirectories {
  /** Empty, and removed after the suite. */
  readonly temporary: string
  /** For CPU profiles, `undefined` when none are wanted. */
  readonly profile: string | undefined
}

/** A load generator that is measured: each run is a process of its own. */
export interface Peer {
  readonly name: string
  /** Makes it ready for its runs; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(): Promise<string | undefined>
  /** The command of one run, with its arguments. */
  command(load: Load, directories: PeerDirectories): Promise<readonly string[]>
  /** Reads what the run printed. */
  parse(output: string, load: Load): PeerReport
}
