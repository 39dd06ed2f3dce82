import { isBenchpressError, type Progress, type SuiteConfig, type SuiteResult } from '@benchpress/core'
import { CheckpointFile } from './checkpoint-file.ts'
import type { OutputFile } from './output-file.ts'
import { StreamFile } from './stream-file.ts'

/** How a part of the outputs came out. */
export interface Delivered {
  /** A sentence for each that was asked for and is not there: the exit code is 1. */
  readonly failures: readonly string[]
  /** Sentences for the reader that change no exit code. */
  readonly notes: readonly string[]
}

/** The files that are written while a run is under way: checkpoints in report folders, and streams of what each second brought. */
export class RunningOutputs {
  readonly #checkpoints: readonly CheckpointFile[]
  readonly #streams: readonly StreamFile[]

  constructor(files: readonly OutputFile[], suite: SuiteConfig) {
    this.#checkpoints = files.flatMap(({ path, during }) => (during === 'checkpoint' ? [new CheckpointFile(path)] : []))
    this.#streams = files.flatMap(({ path, during }) => (during === 'stream' ? [new StreamFile(path, suite)] : []))
  }

  /** Keeps checkpoints; `undefined` where none are kept, so that none are made. */
  get onCheckpoint(): ((partial: SuiteResult) => void) | undefined {
    if (this.#checkpoints.length === 0) return undefined
    return (partial) => {
      for (const file of this.#checkpoints) file.keep(partial)
    }
  }

  /** Writes progress to the streams; `undefined` where no stream is written. */
  get onProgress(): ((progress: Progress) => void) | undefined {
    if (this.#streams.length === 0) return undefined
    return (progress) => {
      for (const file of this.#streams) file.tell(progress)
    }
  }

  /**
   * The run has ended, and the other files are written.
   *
   * @param isWritten whether all of them could be: else the checkpoint stays
   * @returns the streams that could not be written to their ends; and, as notes, checkpoints, which nobody needs any more
   */
  async end(result: SuiteResult, isWritten: boolean): Promise<Delivered> {
    const failures = this.#streams.map((file) => file.end(result)).filter((failure) => failure !== undefined)
    return { failures, notes: await this.#endCheckpoints(isWritten) }
  }

  /** The run gave no result. What was measured by then stays, unless the run could not begin. */
  async fail(error: unknown): Promise<void> {
    for (const file of this.#streams) file.close()
    await this.#endCheckpoints(isBenchpressError(error))
  }

  async #endCheckpoints(areRemoved: boolean): Promise<readonly string[]> {
    const failures = await Promise.all(this.#checkpoints.map(async (file) => await file.end(areRemoved)))
    return failures.filter((failure) => failure !== undefined)
  }
}
