import { invalidReasons } from '@benchpress/core/testing'
import { Writable } from 'node:stream'
import { expect } from 'vitest'
import { invalidIn } from '../../../test/machine-faults.ts'
import type { CommandIo } from '../src/command-io.ts'
import { execute } from '../src/execute.ts'

/** The surroundings of a command, with its outputs. */
export interface CapturedIo {
  readonly io: CommandIo
  stdout(): string
  stderr(): string
}

/** What differs in the surroundings of a command; with `columns` its streams are terminals of this width. */
type Surroundings = Partial<CommandIo> & { readonly columns?: number }

/** Makes surroundings that keep what is printed; no terminal, and nothing in the environment. */
export function captureIo({ columns, ...changes }: Surroundings = {}): CapturedIo {
  const printed = { stdout: '', stderr: '' }
  const streamTo = (name: keyof typeof printed): Writable => {
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk)
        done()
      },
    })
    return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns })
  }
  const io = { stdout: streamTo('stdout'), stderr: streamTo('stderr'), env: {}, cwd: '/', signal: new AbortController().signal, ...changes }
  return { io, stdout: () => printed.stdout, stderr: () => printed.stderr }
}

/** Runs a command line in surroundings that keep what is printed. */
export async function call(args: readonly string[], changes: Surroundings = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const captured = captureIo(changes)
  const code = await execute(args, captured.io)
  return { code, stdout: captured.stdout(), stderr: captured.stderr() }
}

/**
 * Expects a command to have succeeded: with 0, or with 97 where the only fault of the run is that the machine was too busy.
 *
 * @param report what it printed, as text or JSON
 */
export function expectDone(code: number | undefined, report: string): void {
  if (code === 0) return
  expect(code, report).toBe(97)
  const reasons = invalidIn(report)
  expect(reasons.length, report).toBeGreaterThan(0)
  expect(invalidReasons(reasons)).toEqual([])
}
