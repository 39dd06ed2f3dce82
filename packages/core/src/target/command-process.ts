import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, BenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import { cutText } from '../base/redact/cut-text.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { awaitGroupEnd, isGroupAlive, signalGroup } from './processes.ts'
import type { TargetExit } from './target.ts'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** How long the kernel may take to carry out a SIGKILL. */
const killTimeout = 2000
/** How long output may still arrive after the end of a process, which descendants can hold open. */
const lastOutputTimeout = 200

/** A command that runs in a process group of its own. */
export interface CommandProcess {
  readonly pid: number
  readonly output: OutputTail
  /** Settles when the root of the group ends, by itself or not. */
  readonly exit: Promise<TargetExit>
  /** Sends SIGTERM to the group, then SIGKILL to what is left of it after `timeout` milliseconds. Resolves when the group is gone. */
  end(timeout: number): Promise<void>
}

interface CommandLine {
  readonly command: readonly string[]
  readonly cwd: string
  /** Variables that are added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Starts a command in a process group of its own, without a shell. `node` as the first word is the running Node.js.
 *
 * If this process exits before the command was ended, the group gets a SIGKILL, because no process is left to wait for it.
 *
 * @throws BenchpressError `TARGET_EXITED` when it cannot be started
 */
export async function startCommandProcess(line: CommandLine): Promise<CommandProcess> {
  const { execa } = await import('execa')
  const [file = '', ...parameters] = line.command
  const subprocess = execa(file === 'node' ? process.execPath : file, parameters, {
    cwd: line.cwd,
    env: line.env,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    // The command gets its own process group, which `kill` and the clean-up at exit address as a whole.
    killDescendants: true,
    forceKillAfterDelay: false,
  })
  const { pid } = subprocess
  if (pid === undefined) throw explainStartFailure(line, (await subprocess).cause)
  const spare = atExit(() => void signalGroup(pid, 'SIGKILL'))
  const output = new OutputTail()
  output.read(subprocess.stdout)
  output.read(subprocess.stderr)
  const exit = awaitExit(subprocess.nodeChildProcess, output)
  const end = async (timeout: number): Promise<void> => {
    for (const [signal, wait] of [
      ['SIGTERM', timeout],
      ['SIGKILL', killTimeout],
    ] as const) {
      if (!isGroupAlive(pid)) break
      subprocess.kill(signal)
      await awaitGroupEnd(pid, wait)
    }
    spare()
    // The root process is a zombie until this process has received its exit status.
    await Promise.race([exit, delay(killTimeout, undefined, { ref: false })])
  }
  return { pid, output, exit, end }
}

async function awaitExit(child: ChildProcess, output: OutputTail): Promise<TargetExit> {
  // once() of node:events would also settle at an 'error', such as a signal that could not be sent.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const reason = await new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exited with code ${code}` : `was killed by ${signal}`))
  })
  await Promise.race([closed, delay(lastOutputTimeout, undefined, { ref: false })])
  return { reason, output: output.lines() }
}

function explainStartFailure({ command, cwd }: CommandLine, cause: unknown): BenchpressError {
  const name = redactText(command[0] ?? '')
  const code = codeOf(cause)
  // The system's own error is not passed on, because it contains the arguments with their secrets.
  const fail = (message: string, hint?: string): BenchpressError =>
    new BenchpressError('TARGET_EXITED', `the command ${name} could not be started: ${message}`, { hint })
  // The system reports a missing directory and a missing command alike.
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return fail(`there is no directory ${cwd}`)
  if (code === 'ENOENT') return fail('it was not found', 'check its spelling, or give its full path; commands are not run by a shell')
  if (code === 'EACCES') return fail('it may not be executed', `allow it with chmod +x ${name}, or start it with its interpreter`)
  return fail(redactText(messageOf(cause)))
}

const pending = new Set<() => void>()

/**
 * Runs an action synchronously when this process exits, even by `process.exit()`, but not when it is killed.
 *
 * Returns a function that cancels the action.
 */
export function atExit(action: () => void): () => void {
  // One listener runs all actions, because Node.js would report many listeners as a leak.
  if (pending.size === 0) process.on('exit', doAll)
  pending.add(action)
  return () => {
    pending.delete(action)
    if (pending.size === 0) process.off('exit', doAll)
  }
}

function doAll(): void {
  for (const action of pending) action()
}

const shownLines = 20
// A private key has many lines, and is known by its first.
const keptLines = 100
const longestLine = 4096

/** Reads the output of a process, keeps its end, and passes each line to the searches. Colours are removed. */
export class OutputTail {
  readonly #lines: string[] = []
  readonly #rests = new Set<{ text: string }>()
  readonly #listeners = new Set<(line: string) => void>()

  /** Reads a stream to its end, because the process would block on a full pipe. */
  read(stream: Readable): void {
    const rest = { text: '' }
    this.#rests.add(rest)
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      const lines = (rest.text + chunk).split(/\r?\n/)
      // Output without line ends must not use up memory.
      rest.text = endOf(lines.pop() ?? '')
      this.#add(lines)
    })
    stream.on('error', () => stream.destroy())
    stream.on('close', () => {
      this.#rests.delete(rest)
      if (rest.text !== '') this.#add([rest.text])
    })
  }

  /** The last 20 lines without secrets, oldest first, including an incomplete one. */
  lines(): readonly string[] {
    const begun = [...this.#rests].map(({ text }) => text).filter((text) => text !== '')
    const lines = [...this.#lines, ...begun].map(stripVTControlCharacters)
    if (lines.length === 0) return []
    // Redacted as one text, because a secret can have many lines.
    return redactText(lines.join('\n'))
      .split('\n')
      .slice(-shownLines)
      .map((line) => cutText(line, longestLine))
  }

  /** Calls back with the first match of a pattern in a line, beginning with the kept lines; returns a function that ends the search. */
  onMatch(pattern: RegExp, found: (match: RegExpExecArray) => void): () => void {
    const listener = (line: string): void => {
      const match = pattern.exec(stripVTControlCharacters(line.slice(0, longestLine)))
      if (match === null) return
      stop()
      found(match)
    }
    const stop = (): void => void this.#listeners.delete(listener)
    this.#listeners.add(listener)
    for (const line of this.#lines) {
      if (this.#listeners.has(listener)) listener(line)
    }
    return stop
  }

  #add(lines: readonly string[]): void {
    for (const listener of this.#listeners) {
      for (const line of lines) {
        if (this.#listeners.has(listener)) listener(line)
      }
    }
    this.#lines.push(...lines.slice(-keptLines))
    this.#lines.splice(0, this.#lines.length - keptLines)
  }
}

// Of a secret that is cut before it is replaced, the end would be left.
function endOf(text: string): string {
  return text.length <= longestLine ? text : hideSecrets(text).slice(-longestLine)
}
