import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { machinesOn, type MachinesOptions } from '../src/starter/machines.ts'
import { makeKey } from '../src/trust/keys.ts'
import { starterTrust } from '../src/trust/starter-trust.ts'
import type { Machines } from '@benchpress/core/machines'
import type { TestBroker } from './brokers.ts'

const folderOfTests = fileURLToPath(new URL('.', import.meta.url))

/** An agent that is a process of its own. */
export interface AgentProcess {
  readonly child: ChildProcess
  /** What it has said. */
  readonly notices: string[]
}

/** A broker with agents at it, and a target that keeps what it is asked. */
export class Fleet {
  readonly broker: TestBroker
  readonly key: string
  readonly target: string
  /** The queries of all requests but those that only look whether the target is there. */
  readonly asked: URLSearchParams[] = []
  /** Called for each of them. */
  onAsked: () => void = () => undefined
  readonly #folder: string
  readonly #children: ChildProcess[] = []
  readonly #server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://server')
    if (searchParams.size > 0) {
      this.asked.push(searchParams)
      this.onAsked()
    }
    response.end('ok')
  })

  static async start(broker: TestBroker): Promise<Fleet> {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-fleet-'))
    const fleet = new Fleet(broker, folder)
    fleet.#server.listen({ port: 0, host: '127.0.0.1' })
    await once(fleet.#server, 'listening')
    const { port } = fleet.#server.address() as AddressInfo
    return Object.assign(fleet, { target: `http://127.0.0.1:${port}`, trusted: await makeKey(fleet.key) })
  }

  private constructor(broker: TestBroker, folder: string) {
    this.broker = broker
    this.#folder = folder
    this.key = join(folder, 'key')
    this.target = ''
  }

  /** The public key that belongs to `key`. */
  readonly trusted: string = ''

  /** Starts an agent; resolves when it waits for runs. */
  async agent(name: string, { trusted = this.trusted, labels = '' } = {}): Promise<AgentProcess> {
    const child = this.#spawn('agent-entry.ts', [this.broker.url, name, trusted, labels])
    const notices: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    if (child.stderr !== null)
      createInterface(child.stderr).on('line', (line) => {
        notices.push(line)
        resolve()
      })
    await promise
    return { child, notices }
  }

  /** Starts a starter whose load does not end. */
  starter(agents: number): ChildProcess {
    const child = this.#spawn('starter-entry.ts', [this.broker.url, String(agents), this.key, this.target])
    child.stderr?.resume()
    return child
  }

  async machines(options: Pick<MachinesOptions, 'agents' | 'patience'>, key: string = this.key): Promise<Machines> {
    return machinesOn({ broker: this.broker.url, trust: await starterTrust({ key, cwd: folderOfTests }), ...options })
  }

  /** Makes another key, which nobody trusts, and gives its path. */
  async strangeKey(): Promise<string> {
    const path = join(this.#folder, 'strange')
    await makeKey(path)
    return path
  }

  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    this.#server.closeAllConnections()
    this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
    await this.broker.stop()
  }

  #spawn(entry: string, args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [join(folderOfTests, entry), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#children.push(child)
    return child
  }
}
