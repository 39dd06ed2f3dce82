/** How a command ended. */
export interface TargetExit {
  /** Such as `exited with code 1` or `was killed by SIGKILL`. */
  readonly reason: string
  /** The last lines that it printed, at most 20. */
  readonly output: readonly string[]
}

/** A target that answers, until it is stopped. */
export interface RunningTarget {
  readonly kind: 'url' | 'command' | 'server'
  /** Where requests go: origin, and a path if the target was given one. */
  readonly url: string
  /** As configured, split into words; `null` when nothing was started. */
  readonly command: readonly string[] | null
  /** Root of the process tree and leader of its group; `null` when no process was started. */
  readonly pid: number | null
  /** What the reader should know, such as that a target of an earlier run is still running. */
  readonly notices: readonly string[]
  /** Settles when a started command ends by itself; never for another kind of target, and never because of `stop()`. */
  readonly exited: Promise<TargetExit>
  /** Ends what was started, with everything that it started itself; may be called again. */
  stop(): Promise<void>
}
