import type { WorkloadConfig } from '@benchpress/core'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hasRedis, startRedis, type TestBroker } from '../../../packages/machines/test/brokers.ts'
import { makeKey } from '../../../packages/machines/src/trust/keys.ts'
import { BenchError } from '../bench-error.ts'
import type { Place } from '../pin.ts'
import { readCpuSeconds } from '../process-group.ts'
import { readReport } from '../run-with-usage.ts'
import { stagePackages } from '../compile-packages.ts'

/** The message to a starter: the load, and the paths and URLs that it needs. */
export interface FleetLoad {
  readonly url: string
  readonly path: string
  readonly agents: number
  readonly timing: 'auto' | 'coarse'
  readonly workload: WorkloadConfig
  readonly broker: string
  /** Path of the private key. */
  readonly key: string
  /** URLs of the entries to import, compiled as published. */
  readonly entries: { readonly core: string; readonly machines: string }
}

/** The report of a starter about a run. */
export interface FleetReport {
  readonly started: number
  readonly ok: number
  /** For each machine, in milliseconds: its start by its own account, and the error of that. */
  readonly starts: readonly { readonly first: number | null; readonly clockError: number }[]
}

/** A Redis with agents at it, each a process of its own on this machine. */
export class BenchFleet {
  /** Folder for files of a run, which is removed with the fleet. */
  readonly folder: string
  readonly #redis: TestBroker
  readonly #trusted: string
  readonly #agents: ChildProcess[] = []

  /** @throws BenchError where there is no Redis, or the packages do not compile */
  static async start(): Promise<BenchFleet> {
    if (!hasRedis) throw new BenchError('redis-server is not installed (Debian: apt-get install redis-server)')
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-bench-'))
    await stagePackages('machines', folder)
    return new BenchFleet(folder, await startRedis(), await makeKey(join(folder, 'key')))
  }

  private constructor(folder: string, redis: TestBroker, trusted: string) {
    this.folder = folder
    this.#redis = redis
    this.#trusted = trusted
  }

  /** Starts an agent; resolves when it waits for runs. */
  async agent(name: string, place: Place = (command) => command): Promise<void> {
    const program = fileURLToPath(import.meta.resolve('./agent.mjs'))
    const [file = '', ...rest] = place([process.execPath, program, entryOf(this.folder, 'machines'), this.#redis.url, name, this.#trusted])
    const agent = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#agents.push(agent)
    const waits = new Promise<boolean>((resolve) => {
      createInterface({ input: agent.stdout })
        .once('line', () => resolve(true))
        .once('close', () => resolve(false))
    })
    if (!(await waits)) throw new BenchError('an agent ended before it waited for runs')
  }

  /** The command of a starter that runs a load on agents; its last line is a {@link FleetReport}. */
  command(load: Pick<FleetLoad, 'url' | 'path' | 'agents' | 'timing' | 'workload'>): readonly string[] {
    const { folder } = this
    const entries = { core: entryOf(folder, 'core'), machines: entryOf(folder, 'machines') }
    const whole: FleetLoad = { ...load, broker: this.#redis.url, key: join(folder, 'key'), entries }
    return [process.execPath, fileURLToPath(import.meta.resolve('./starter.mjs')), JSON.stringify(whole)]
  }

  /**
   * Reads the report of a starter.
   *
   * @throws BenchError where the run has failed requests, which makes its figures useless
   */
  report(stdout: string): FleetReport {
    const report = readReport(stdout) as FleetReport
    if (report.ok === report.started) return report
    throw new BenchError(`of ${report.started} requests of machines only ${report.ok} got a response`)
  }

  /** CPU seconds of all agents and of their loads. */
  async cpuSeconds(): Promise<number> {
    const used = await Promise.all(this.#agents.map(({ pid }) => readCpuSeconds(pid)))
    return used.reduce((sum, each) => sum + each, 0)
  }

  async stop(): Promise<void> {
    for (const agent of this.#agents) {
      if (agent.exitCode !== null || agent.signalCode !== null) continue
      const exited = once(agent, 'exit')
      agent.kill('SIGKILL')
      await exited
    }
    await this.#redis.stop()
    await rm(this.folder, { recursive: true })
  }
}

function entryOf(folder: string, name: 'core' | 'machines'): string {
  return pathToFileURL(join(folder, 'node_modules', '@benchpress', name, 'dist', 'index.js')).href
}
