import { rm } from 'node:fs/promises'
import type { SuiteResult, TestResult } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Keeps what a run has measured so far in a file, until its results are written: a process that is killed leaves it.
 *
 * The file is replaced as a whole, so that it can be read at any time. While one is written only the latest of those to come is kept, and tests that are
 * done are written as text once.
 */
export class CheckpointFile {
  readonly #path: string
  readonly #texts = new WeakMap<TestResult, string>()
  #next: string | undefined
  #writing: Promise<void> | undefined
  #failure: string | undefined
  // Else it is what an earlier run left that was killed: a run that cannot begin must not take it away.
  #isOurs = false

  constructor(path: string) {
    this.#path = path
  }

  /** Writes what was measured so far, as soon as what came before is written. */
  keep(partial: SuiteResult): void {
    this.#next = this.#textOf(partial)
    this.#writing ??= this.#writeAll()
  }

  /**
   * No checkpoint is to come. The file is taken away where the results are there.
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
