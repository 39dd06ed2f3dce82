import { rm } from 'node:fs/promises'
import type { SuiteResult, TestResult } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Keeps the partial result of a run in a file until the results are written, so that a killed process leaves it behind.
 *
 * The file is replaced as a whole, so that it can be read at any time. While a checkpoint is written, only the latest of the following ones is kept, and
 * finished tests are serialised once.
 */
export class CheckpointFile {
  readonly #path: string
  readonly #texts = new WeakMap<TestResult, string>()
  #next: string | undefined
  #writing: Promise<void> | undefined
  #failure: string | undefined
  // Otherwise the checkpoint is of an earlier run that was killed, and a run that cannot begin must not remove it.
  #isOurs = false

  constructor(path: string) {
    this.#path = path
  }

  /** Writes a partial result as soon as the previous one is written. */
  keep(partial: SuiteResult): void {
    this.#next = this.#textOf(partial)
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
        const text = this.#next
        this.#next = undefined
        await writeWhole(this.#path, text)
        this.#isOurs = true
      }
      this.#failure = undefined
    } catch (error) {
      this.#failure = messageOf(error)
    } finally {
      this.#writing = undefined
    }
  }

  #textOf({ tests, ...suite }: SuiteResult): string {
    return `${toJson(suite).slice(0, -1)},"tests":[${tests.map((test) => this.#textOfTest(test)).join(',')}]}\n`
  }

  #textOfTest(test: TestResult): string {
    const known = this.#texts.get(test)
    if (known !== undefined) return known
    const text = toJson(test)
    this.#texts.set(test, text)
    return text
  }
}
