import type { OnProgress, Progress } from './progress.ts'

/** Passes progress on to whoever listens; an error thrown there ends the run, and is thrown again when the target has been stopped. */
export class ProgressListener {
  readonly #onProgress: OnProgress | undefined
  readonly #failed = new AbortController()

  constructor(onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress
  }

  /** Aborts with what the listener threw. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  tell(progress: Progress): void {
    if (this.#failed.signal.aborted) return
    try {
      this.#onProgress?.(progress)
    } catch (error) {
      this.#failed.abort(error)
    }
  }
}
