import { rm } from 'node:fs/promises'
import { isBenchpressError, type Progress, type SuiteConfig, type SuiteResult, type TestResult } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { joinDelivered, type Delivered } from './delivered.ts'
import type { OutputFile } from './output-file.ts'
import { StreamFile } from './stream-file.ts'
import { toJson } from '../format/texts.ts'
import { toJsonPieces } from './json-pieces.ts'
import { writeAtomically } from './write-atomically.ts'

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

/**
 * Keeps the partial result of a run in a file until the results are written, so that a killed process leaves it behind.
 *
 * The file is replaced as a whole, so that it can be read at any time. While a checkpoint is written, only the latest of the following ones is kept. Finished
 * tests are serialised once, and the last one, which may still run, piece by piece as the file takes it.
 */
class CheckpointFile {
  readonly #path: string
  readonly #texts = new WeakMap<TestResult, readonly string[]>()
  #next: SuiteResult | undefined
  #writing: Promise<void> | undefined
  #failure: string | undefined
  // Otherwise the checkpoint is of an earlier run that was killed, and a run that cannot begin must not remove it.
  #isOurs = false

  constructor(path: string) {
    this.#path = path
  }

  /** Writes a partial result as soon as the previous one is written. */
  keep(partial: SuiteResult): void {
    this.#next = partial
    this.#writing ??= this.#writeAll()
  }

  /**
   * Ends the checkpoints, and removes the file where the results are written.
   *
   * @returns why the last checkpoint could not be written; `undefined` where it was
   */
  async end(isRemoved: boolean): Promise<string | undefined> {
    if (isRemoved) this.#next = undefined
    await this.#writing
    if (isRemoved && this.#isOurs) await rm(this.#path, { force: true })
    return this.#failure === undefined ? undefined : `${this.#path} could not be written while the run was under way: ${this.#failure}`
  }

  // A checkpoint that cannot be written is no reason to end a run.
  async #writeAll(): Promise<void> {
    try {
      while (this.#next !== undefined) {
        const next = this.#next
        this.#next = undefined
        await writeAtomically(this.#path, () => this.#piecesOf(next))
        this.#isOurs = true
      }
      this.#failure = undefined
    } catch (error) {
      this.#failure = messageOf(error)
    } finally {
      this.#writing = undefined
    }
  }

  *#piecesOf({ tests, ...suite }: SuiteResult): Generator<string> {
    yield `${toJson(suite).slice(0, -1)},"tests":[`
    for (const [index, test] of tests.entries()) {
      if (index > 0) yield ','
      yield* index === tests.length - 1 ? toJsonPieces(test) : this.#finished(test)
    }
    yield ']}\n'
  }

  #finished(test: TestResult): readonly string[] {
    const known = this.#texts.get(test) ?? [...toJsonPieces(test)]
    this.#texts.set(test, known)
    return known
  }
}
