import { closeSync, openSync, writeSync } from 'node:fs'
import type { Progress, SuiteConfig, SuiteResult } from '@benchpress/core'

/**
 * Writes a line of JSON for each second of a run, as it comes: the first describes the run, and the last has its verdict.
 *
 * Each line is written at once and as a whole, so that a process which is killed leaves all lines until then.
 */
export class StreamFile {
  readonly #path: string
  readonly #suite: SuiteConfig
  // Opened with the first line: nothing is written of a config that is wrong.
  #file: number | undefined

  constructor(path: string, suite: SuiteConfig) {
    this.#path = path
    this.#suite = suite
  }

  /** Writes what a run tells: a second of it, a change of phase, or a message. */
  tell({ message, ...progress }: Progress): void {
    const { test, point, case: ofCase, variant, repeat, phase } = progress
    const place = { test, ...(point !== undefined && { point }), ...(ofCase !== undefined && { case: ofCase }), variant, repeat, phase }
    if (message !== undefined) this.#write({ type: 'message', ...place, message })
    else if (phase === 'setup' || phase === 'teardown') this.#write({ type: 'phase', ...place })
    else this.#write({ type: 'second', ...place, ...figuresOf(progress) })
  }

  /** Writes the verdict, and closes the file. */
  end({ verdict, tests }: SuiteResult): void {
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
  }

  /** Closes the file, without a verdict where the run gave none. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(line: Readonly<Record<string, unknown>>): void {
    const file = this.#file ?? this.#open()
    const { type, ...others } = line
    writeSync(file, `${JSON.stringify({ type, time: new Date().toISOString(), ...others })}\n`)
  }

  #open(): number {
    const { name, tests, variants = {}, repeats = 1 } = this.#suite
    const file = openSync(this.#path, 'w')
    this.#file = file
    const names = tests.map((test) => test.name ?? name)
    this.#write({ type: 'start', schemaVersion: 1, name, tests: names, variants: Object.keys(variants), repeats })
    return file
  }
}

function figuresOf({
  elapsed,
  requests,
  failed,
  users,
  iterations,
  dropped,
  inFlight,
  requestsPerSecond,
  second,
  responseTime,
}: Omit<Progress, 'message'>): object {
  const { count, p50, p90, p95, p99, max } = responseTime
  return {
    elapsed,
    requests,
    failed,
    users,
    iterations,
    dropped,
    inFlight,
    requestsPerSecond,
    second,
    responseTime: { count, p50, p90, p95, p99, max },
  }
}
