import { setTimeout as sleep } from 'node:timers/promises'
import type { OnProgress, Progress } from './progress.ts'

/** How a suite is run. */
export interface RunOptions {
  /** Ends the run early: what is in flight has the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called each second, in the thread that called. */
  readonly onProgress?: OnProgress | undefined
  /** Folder that paths in the config are relative to. Default: that of the process. */
  readonly cwd?: string | undefined
}

/** Who can end the runs, and who hears of them. */
export interface RunListeners {
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
}

/** Passes progress on to whoever listens; an error thrown there ends the run, and is thrown again when the target has been stopped. */
export class ProgressListener {
  readonly #onProgress: OnProgress | undefined
  readonly #failed = new AbortController()

  /** What the runs are given. */
  readonly listeners: RunListeners

  constructor({ onProgress, signal }: Pick<RunOptions, 'onProgress' | 'signal'>) {
    this.#onProgress = onProgress
    this.listeners = {
      signal: signal === undefined ? this.failed : AbortSignal.any([signal, this.failed]),
      onProgress: (progress) => this.#tell(progress),
    }
  }

  /** Aborts with what the listener threw. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  #tell(progress: Progress): void {
    if (this.#failed.signal.aborted) return
    try {
      this.#onProgress?.(progress)
    } catch (error) {
      this.#failed.abort(error)
    }
  }
}

/** Waits between two runs, for a number of microseconds; resolves at once when `signal` aborts, with whether to go on. */
export async function rest(pause: number, signal: AbortSignal): Promise<boolean> {
  if (pause > 0) await sleep(pause / 1000, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Why a signal aborted; its default reason says no more than that it did. */
export function nameAbort(reason: unknown): string {
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'interrupted'
}
