import type { Generator } from '../generator.ts'
import type { LoadCase } from '../load-case.ts'

/** A load that a peer has to generate. */
export interface Load extends LoadCase {
  readonly url: string
  readonly seconds: number
  /** The mode of pipelining of benchpress, where it is not one request for each response. */
  readonly refill?: 'batch'
  /** Folder for a CPU profile of benchpress. */
  readonly profile?: string | undefined
}

/** The report of a peer about its own run; times in milliseconds, `null` for unknown ones. */
export interface PeerReport {
  readonly p50: number | null
  readonly p99: number | null
  /** Requests without a 2xx response, except those in flight at the end. */
  readonly failed: number
}

/** A generator of the suites of connections. */
export interface Peer extends Generator<Load> {
  /** Parses the output of a run. */
  parse(output: string, load: Load): PeerReport
}
