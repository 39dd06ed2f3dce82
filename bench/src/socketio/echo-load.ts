/** What a generator of users that ask is asked for. */
export interface EchoLoad {
  /** The target's origin. */
  readonly url: string
  /** Each holds a connection and has one emit in flight. */
  readonly users: number
  /** How long they ask. */
  readonly seconds: number
}

/** What a generator says it did. */
export interface EchoReport {
  readonly sent: number
  readonly acked: number
  /** Milliseconds from an emit to its acknowledgement. */
  readonly p50: number | null
  readonly p99: number | null
}

/** A generator of users that ask: each run is a process of its own. */
export interface EchoGenerator {
  readonly name: string
  /** Makes it ready, with files in `folder`; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(folder: string): Promise<string | undefined>
  /** The command of one run. */
  command(load: EchoLoad, folder: string): Promise<readonly string[]>
  /** Reads what the run printed; `undefined` when that does not tell. */
  parse(stdout: string): EchoReport | undefined
}
