import { isBenchpressError, type Progress, type SuiteConfig, type SuiteResult } from '@benchpress/core'
import { CheckpointFile } from './checkpoint-file.ts'
import { joinDelivered, type Delivered } from './delivered.ts'
import type { OutputFile } from './output-file.ts'
import { StreamFile } from './stream-file.ts'

/** The files that are written while a run is under way: checkpoints in report folders, and streams with a line for each second. */
export class RunningOutputs {
  readonly #checkpoints: readonly CheckpointFile[]
  readonly #streams: ReadonlyMap<OutputFile, StreamFile>

  constructor(files: readonly OutputFile[], suite: SuiteConfig) {
    this.#checkpoints = files.flatMap(({ path, during }) => (during === 'checkpoint' ? [new CheckpointFile(path)] : []))
    this.#streams = new Map(files.filter(({ during }) => during === 'stream').map((file) => [file, new StreamFile(file.path, suite)]))
  }

  /** A handler that writes checkpoints; `undefined` where none are written, so that none are made. */
  get onCheckpoint(): ((partial: SuiteResult) => void) | undefined {
    if (this.#checkpoints.length === 0) return undefined
    return (partial) => {
      for (const file of this.#checkpoints) file.keep(partial)
    }
  }

  /** A handler that writes progress to the streams; `undefined` without streams. */
  get onProgress(): ((progress: Progress) => void) | undefined {
    if (this.#streams.size === 0) return undefined
    return (progress) => {
      for (const stream of this.#streams.values()) stream.tell(progress)
    }
  }

  /**
   * Ends the files after a run, when the other files are written.
   *
   * @param isWritten whether all other files could be written: otherwise the checkpoint stays
   * @returns the streams, and a note for each checkpoint that could not be written
   */
  async end(result: SuiteResult, isWritten: boolean): Promise<Delivered> {
    const streams = [...this.#streams].map(([file, stream]) => {
      const failure = stream.end(result)
      return failure === undefined ? { written: [file] } : { lost: [file], failures: [failure] }
    })
    return joinDelivered(...streams, { notes: await this.#endCheckpoints(isWritten) })
  }

  /** Ends the files after a run without a result. Checkpoints and streams stay, unless the run could not begin. */
  async fail(error: unknown): Promise<void> {
    for (const stream of this.#streams.values()) stream.close()
    await this.#endCheckpoints(isBenchpressError(error))
  }

  async #endCheckpoints(areRemoved: boolean): Promise<readonly string[]> {
    const failures = await Promise.all(this.#checkpoints.map(async (file) => await file.end(areRemoved)))
    return failures.filter((failure) => failure !== undefined)
  }
}
