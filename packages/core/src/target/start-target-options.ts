/** How a target is started. */
export interface StartTargetOptions {
  /** Ends the start; what was started by then is stopped. */
  readonly signal?: AbortSignal | undefined
  /** Where pid files are kept. Default: `benchpress-<uid>` in the system's temporary directory. */
  readonly stateDirectory?: string | undefined
  /** Path of the Unix socket that requests will go to, in place of host and port of the URL. */
  readonly unixSocket?: string | undefined
}
