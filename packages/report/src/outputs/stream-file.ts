import { closeSync, constants, openSync, statSync, writeFileSync } from 'node:fs'
import type { Progress, SuiteConfig, SuiteResult } from '@benchpress/core'
import { hideSecrets, messageOf, whileHiding } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'
import { ownStreamOf } from './write-atomically.ts'

/**
 * Writes a line of JSON for each second of a run: the first line describes the run, and the last one has the verdict.
 *
 * Each line is written at once and as a whole, so that a killed process leaves complete lines. After a line that cannot be written no other is tried, and the
 * run continues.
 */
export class StreamFile {
  readonly #path: string
  readonly #suite: SuiteConfig
  // Opened with the first line, so that a wrong config leaves no file.
  #file: number | undefined
  #failure: string | undefined

  constructor(path: string, suite: SuiteConfig) {
    this.#path = path
    this.#suite = suite
  }

  /** Writes a progress event of a run: a second, a change of phase, or a message. */
  tell({ message, ...progress }: Progress): void {
    const { test, point, variant, repeat, phase } = progress
    const place = { test, ...(point !== undefined && { point }), variant, repeat, phase }
    if (message !== undefined) this.#write({ type: 'message', ...place, message })
    else if (phase === 'setup' || phase === 'teardown') this.#write({ type: 'phase', ...place })
    else this.#write({ type: 'second', ...place, ...figuresOf(progress) })
  }

  /**
   * Writes the verdict, and closes the file.
   *
   * @returns why a line could not be written; `undefined` where all were
   */
  end({ verdict, tests }: SuiteResult): string | undefined {
    this.#write({
      type: 'end',
      verdict,
      tests: tests.map(({ name, variant, repeat, verdict: { level }, limitedBy, interrupted }) => ({
        name,
        variant,
        repeat,
        level,
        limitedBy: limitedBy.text,
        interrupted: interrupted?.reason ?? null,
      })),
    })
    this.close()
    return this.#failure === undefined ? undefined : `${this.#path} could not be written to its end: ${this.#failure}`
  }

  /** Closes the file without a verdict, after a run without a result. */
  close(): void {
    const file = this.#file
    this.#file = undefined
    // What is printed goes to stdout and stderr after this.
    if (file === undefined || file <= 2) return
    try {
      closeSync(file)
    } catch (error) {
      this.#fail(error)
    }
  }

  #write(line: Readonly<Record<string, unknown>>): void {
    if (this.#failure !== undefined) return
    try {
      if (this.#file === undefined) this.#begin(openOutput(this.#path))
      this.#writeLine(line)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= messageOf(error)
  }

  // With an open file, `writeFileSync` writes until the whole line is written.
  #writeLine({ type, ...others }: Readonly<Record<string, unknown>>): void {
    if (this.#file !== undefined) writeFileSync(this.#file, `${toJson({ type, time: new Date().toISOString(), ...others })}\n`)
  }

  #begin(file: number): void {
    const { name, tests, variants = {}, repeats = 1 } = this.#suite
    this.#file = file
    const names = { name, tests: tests.map((test) => test.name ?? name), variants: Object.keys(variants) }
    this.#writeLine({ type: 'start', schemaVersion: 1, ...whileHiding(this.#suite, () => hideSecrets(names)), repeats })
  }
}

function openOutput(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFIFO() !== true) return (found && ownStreamOf(found)) ?? openSync(path, 'w')
  // A pipe that nobody reads is opened only when somebody does, and until then nothing could stop the run.
  const reader = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    return openSync(path, 'w')
  } finally {
    closeSync(reader)
  }
}

// The figures of a second, in this order.
const figures = [
  'elapsed',
  'requests',
  'failed',
  'users',
  'iterations',
  'dropped',
  'inFlight',
  'requestsPerSecond',
  'second',
] as const satisfies readonly (keyof Progress)[]

function figuresOf(progress: Omit<Progress, 'message'>): object {
  const { count, p50, p90, p95, p99, max } = progress.responseTime
  return { ...Object.fromEntries(figures.map((name) => [name, progress[name]])), responseTime: { count, p50, p90, p95, p99, max } }
}
