import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { machinesOn, type MachinesOptions } from '../src/starter/machines.ts'
import { makeKey } from '../src/trust/keys.ts'
import { starterTrust } from '../src/trust/starter-trust.ts'
import type { Config, Result } from '@benchpress/core'
import type { Machines } from '@benchpress/core/machines'
import type { TestBroker } from './brokers.ts'

const folderOfTests = fileURLToPath(new URL('.', import.meta.url))

/** An agent that is a process of its own. */
export interface AgentProcess {
  readonly child: ChildProcess
  /** The notices of the agent so far. */
  readonly notices: string[]
}

/** Options of an agent of a test. */
interface AgentPlace {
  readonly trusted?: string
  /** URL at which it reaches the broker. */
  readonly broker?: string
  readonly env?: NodeJS.ProcessEnv
  /** Command that starts the agent, such as in a namespace. */
  readonly within?: readonly string[]
}

/** A starter that is a process of its own. */
export interface StarterProcess {
  readonly child: ChildProcess
  /** The outcome of the run; `undefined` where the starter was killed. */
  readonly outcome: Promise<StarterOutcome | undefined>
}

/** The message of a starter at its end. */
export type StarterMessage = { readonly result: StarterResult } | { readonly error: string; readonly message: string }

/** The end of a starter that nobody killed: its message, or what it wrote to standard error when it ended without one. */
export type StarterOutcome = StarterMessage | { readonly crash: string }

/** The parts of the result that a starter prints. */
export type StarterResult = Pick<Result, 'scenarios' | 'verdict' | 'generator'> & { readonly machines: Result['machines'] | undefined }

async function readOutcome(child: ChildProcess): Promise<StarterOutcome | undefined> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new TypeError('the output of a starter is not piped')
  const [written, errors] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')])
  if (written !== '') return JSON.parse(written) as StarterMessage
  return child.signalCode === null ? { crash: `exit code ${child.exitCode}: ${errors.trim()}` } : undefined
}

/** A broker with agents, and a target that records its requests. */
export class Fleet {
  readonly broker: TestBroker
  readonly key: string
  readonly target: string
  /** The queries of all requests except those that check whether the target is up. */
  readonly asked: URLSearchParams[] = []
  /** Called with the query of each such request. */
  onAsked: (query: URLSearchParams) => void = () => undefined
  /** Milliseconds until the response to each such request. */
  delay = 0
  readonly #folder: string
  readonly #children: ChildProcess[] = []
  readonly #server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://server')
    if (searchParams.size > 0) {
      this.asked.push(searchParams)
      this.onAsked(searchParams)
      if (this.delay > 0) return void setTimeout(() => response.end('ok'), this.delay)
    }
    response.end('ok')
  })

  /** @param host at which the target listens */
  static async start(broker: TestBroker, host: string = '127.0.0.1'): Promise<Fleet> {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-fleet-'))
    const fleet = new Fleet(broker, folder)
    fleet.#server.listen({ port: 0, host })
    await once(fleet.#server, 'listening')
    const { port } = fleet.#server.address() as AddressInfo
    return Object.assign(fleet, { target: `http://${host}:${port}`, trusted: await makeKey(fleet.key) })
  }

  private constructor(broker: TestBroker, folder: string) {
    this.broker = broker
    this.#folder = folder
    this.key = join(folder, 'key')
    this.target = ''
  }

  /** The public half of `key`. */
  readonly trusted: string = ''

  /** Starts an agent; resolves when it waits for runs. */
  async agent(name: string, options: AgentPlace = {}): Promise<AgentProcess> {
    const { trusted = this.trusted, broker = this.broker.url, env = {}, within = [] } = options
    const child = this.#spawn('agent-entry.ts', [broker, name, trusted], env, within)
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

  /** Starts a starter, by default with a load that does not end. */
  starter(agents: number, scenarios?: Config['scenarios']): StarterProcess {
    const more = scenarios === undefined ? [] : [JSON.stringify(scenarios)]
    const child = this.#spawn('starter-entry.ts', [this.broker.url, String(agents), this.key, this.target, ...more])
    return { child, outcome: readOutcome(child) }
  }

  async machines(
    options: Pick<MachinesOptions, 'agents' | 'patience'>,
    key: string = this.key,
    broker: string = this.broker.url,
  ): Promise<Machines> {
    return machinesOn({ broker, trust: await starterTrust({ key, cwd: folderOfTests }), ...options })
  }

  /** Makes another key, which no agent trusts, and returns its path. */
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

  #spawn(entry: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, within: readonly string[] = []): ChildProcess {
    const [file = '', ...rest] = [...within, process.execPath, join(folderOfTests, entry), ...args]
    const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    this.#children.push(child)
    return child
  }
}
