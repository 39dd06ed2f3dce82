import { Writable } from 'node:stream'
import type { CommandIo } from '../src/command-io.ts'
import { execute } from '../src/execute.ts'

/** The surroundings of a command, with what it printed. */
export interface CapturedIo {
  readonly io: CommandIo
  stdout(): string
  stderr(): string
}

/** Makes surroundings that keep what is printed; no terminal, and nothing in the environment. */
export function captureIo(changes: Partial<CommandIo> = {}): CapturedIo {
  const printed = { stdout: '', stderr: '' }
  const streamTo = (name: keyof typeof printed): Writable =>
    new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk)
        done()
      },
    })
  const io = { stdout: streamTo('stdout'), stderr: streamTo('stderr'), env: {}, cwd: '/', signal: new AbortController().signal, ...changes }
  return { io, stdout: () => printed.stdout, stderr: () => printed.stderr }
}

/** Runs a command line in surroundings that keep what is printed. */
export async function call(
  args: readonly string[],
  changes: Partial<CommandIo> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const captured = captureIo(changes)
  const code = await execute(args, captured.io)
  return { code, stdout: captured.stdout(), stderr: captured.stderr() }
}
