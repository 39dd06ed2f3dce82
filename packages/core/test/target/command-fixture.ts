import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BenchpressError } from '../../src/base/errors/benchpress-error.ts'
import type { RunningTarget, StartTargetOptions } from '../../src/target/target.ts'
import type { ResolvedCommand } from '../../src/target/start-command.ts'
import { startTarget } from '../../src/target/start-target.ts'

/** A program that responds to HTTP requests at a given address, and prints that address in colour. */
export const serverProgram = `
  const server = require('node:http').createServer((request, response) => { response.statusCode = 404; response.end() })
  const place = process.argv[2] ?? 0
  server.listen(isNaN(place) ? place : { port: place, host: '127.0.0.1' })
  server.on('listening', () => console.log('\\x1b[32mlistening\\x1b[0m on http://127.0.0.1:' + server.address().port + '/'))
`

/** A program that does nothing until it is stopped. */
export const idleProgram = 'setInterval(() => {}, 1000)'

/** What differs from a program that is ready once it prints `listening on <url>`. */
export interface CommandOptions extends Partial<ResolvedCommand> {
  readonly words?: readonly string[]
}

/** Starts small programs as targets in a directory of their own, and stops those that are left. */
export class CommandFixture {
  readonly directory: string
  readonly #started: RunningTarget[] = []

  constructor(directory: string) {
    this.directory = directory
  }

  get stateDirectory(): string {
    return join(this.directory, 'state')
  }

  /** Stops what was started and removes the directory. */
  async remove(): Promise<void> {
    await Promise.all(this.#started.map((target) => target.stop()))
    await rm(this.directory, { recursive: true })
  }

  /** A target that runs a program, which also writes its process number to a file. */
  async command(source: string, { words = [], ...options }: CommandOptions = {}): Promise<ResolvedCommand> {
    const file = join(this.directory, 'program.cjs')
    await writeFile(file, `require('node:fs').writeFileSync(${JSON.stringify(this.#pidFile)}, String(process.pid)); ${source}`)
    return {
      kind: 'command',
      command: ['node', file, ...words],
      ready: { log: String.raw`listening on (?<url>http://\S+)` },
      url: undefined,
      cwd: this.directory,
      env: {},
      startTimeout: 20e6,
      stopTimeout: 5e6,
      ...options,
    }
  }

  async start(target: ResolvedCommand, options: StartTargetOptions = {}): Promise<RunningTarget> {
    const running = await startTarget(target, { stateDirectory: this.stateDirectory, ...options })
    this.#started.push(running)
    return running
  }

  /** The error with which a target does not start. */
  async failure(target: ResolvedCommand): Promise<BenchpressError> {
    try {
      await this.start(target)
    } catch (error) {
      if (error instanceof BenchpressError) return error
      throw error
    }
    throw new Error('the target started')
  }

  /** The process number of the program that was started last, 0 before it runs. */
  async lastPid(): Promise<number> {
    return Number(await readFile(this.#pidFile, 'utf8').catch(() => '0'))
  }

  get #pidFile(): string {
    return join(this.directory, 'pid')
  }
}

/** Creates a fixture in a temporary directory. */
export async function createCommandFixture(): Promise<CommandFixture> {
  return new CommandFixture(await mkdtemp(join(tmpdir(), 'target-')))
}

/** Whether there is a process of this number, zombies included. */
export function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until a process is gone. */
export async function awaitEnd(pid: number): Promise<'gone'> {
  const deadline = performance.now() + 10_000
  while (isAlive(pid)) {
    if (performance.now() > deadline) throw new Error(`process ${pid} is still there after 10 s`)
    await delay(5)
  }
  return 'gone'
}

/** Listens at a port that is free. */
export async function listen(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
