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
  readonly p50: number | null
  readonly p99: number | null
}

/** A generator of users who emit and wait: each run is a process of its own. */
export interface EchoGenerator {
  readonly name: string
  /** Prepares the generator, with files in `folder`; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(folder: string): Promise<string | undefined>
  /** The command of one run. */
  command(load: EchoLoad, folder: string): Promise<readonly string[]>
  /** Parses the output of a run; `undefined` without a report. */
  parse(stdout: string): EchoReport | undefined
}
