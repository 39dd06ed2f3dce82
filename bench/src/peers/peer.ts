import type { LoadCase } from '../load-case.ts'

/** A load that a peer has to generate. */
export interface Load extends LoadCase {
  readonly url: string
  readonly seconds: number
  /** The mode of pipelining of benchpress, where it is not one request for each response. */
  readonly refill?: 'batch'
}

/** The report of a peer about its own run; times in milliseconds, `null` for unknown ones. */
export interface PeerReport {
  readonly p50: number | null
  readonly p99: number | null
  /** Requests without a 2xx response, except those in flight at the end. */
  readonly failed: number
}

/** Directories for files of a peer. */
export interface PeerDirectories {
  /** An empty directory, which is removed after the suite. */
  readonly temporary: string
  /** Directory for CPU profiles, `undefined` for none. */
  readonly profile: string | undefined
}

/** A load generator that is measured: each run is a process of its own. */
export interface Peer {
  readonly name: string
  /** Prepares the peer; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(): Promise<string | undefined>
  /** The command of one run, with its arguments. */
  command(load: Load, directories: PeerDirectories): Promise<readonly string[]>
  /** Parses the output of a run. */
  parse(output: string, load: Load): PeerReport
}
