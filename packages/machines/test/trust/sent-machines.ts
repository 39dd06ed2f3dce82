import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import {
  readMachineFacts,
  type MachineEvents,
  type MachineGenerator,
  type Machines,
  type MachineReport,
  type Report,
  type RunningShares,
  type ThreadShare,
} from '@benchpress/core/machines'
import { agentTrust, type UnpackedShares } from '../../src/trust/agent-trust.ts'
import { makeKey } from '../../src/trust/keys.ts'
import { starterTrust } from '../../src/trust/starter-trust.ts'
import { emptyFolder } from './empty-folder.ts'
import type { ToAgent } from './generator-entry.ts'

type FromAgent =
  | { readonly type: 'report'; readonly worker: number; readonly report: Report }
  | { readonly type: 'machine'; readonly report: MachineReport }
  | { readonly type: 'exit'; readonly worker: number; readonly reason: string | undefined }

const entry = fileURLToPath(new URL('generator-entry.ts', import.meta.url))

/** Options of the machines of a test. */
interface SentOptions {
  readonly cwd: string
  readonly files?: readonly string[]
  /** Environment of the process that starts the test. */
  readonly env?: NodeJS.ProcessEnv
  /** Environment of the processes that generate the load. */
  readonly agentEnv?: NodeJS.ProcessEnv
}

/** Two processes that have only the packed code and the prepared orders of a test. */
export class SentMachines implements Machines {
  /** All archives and orders that were sent. */
  readonly sent: Uint8Array[] = []
  /** The folder with the code of each machine. */
  readonly folders: string[] = []
  /** All messages of the processes that generate the load. */
  readonly heard: unknown[] = []
  readonly #options: SentOptions

  constructor(options: SentOptions) {
    this.#options = options
  }

  async gather({ modules, secrets, workers, timing }: Parameters<Machines['gather']>[0]): ReturnType<Machines['gather']> {
    const { cwd, files = [], env = {} } = this.#options
    const folder = await emptyFolder()
    const key = join(folder, 'starter.pem')
    const publicKey = await makeKey(key)
    const starter = await starterTrust({ key, cwd, files, env })
    const packed = await starter.pack({ modules, secrets })
    this.sent.push(packed.bytes)
    const facts = await Promise.all(['one', 'two'].map(async (name) => await readMachineFacts(name)))
    const generators = facts.map((machine): MachineGenerator => ({
      machine,
      clock: { offset: 0, error: 0 },
      threads: workers,
      start: (shares, events) => {
        const order = starter.prepare({ archive: packed.digest, expires: 1, workers, timing, shares })
        this.sent.push(serialize(order))
        const home = join(folder, machine.name)
        this.folders.push(home)
        const task = async (): Promise<Task> => {
          const agent = await agentTrust([publicKey])
          const unpacked = await agent.unpack(packed, order, home, this.#options.agentEnv ?? {})
          return { ...unpacked, started: { type: 'start', patience: Infinity, shares: unpacked.shares, workers, timing } }
        }
        const recorded: MachineEvents = {
          onReport: (worker, report) => {
            this.heard.push(report)
            events.onReport(worker, report)
          },
          onMachine: (report) => events.onMachine(report),
          onExit: (worker, reason) => {
            this.heard.push(reason)
            events.onExit(worker, reason)
          },
        }
        return runIn(task(), shares, recorded, this.#options.agentEnv)
      },
    }))
    return { generators, end: () => Promise.resolve() }
  }
}

/** The shares of a process, and the function that hides its secrets. */
interface Task extends UnpackedShares {
  readonly started: ToAgent
}

function runIn(task: Promise<Task>, shares: readonly ThreadShare[], events: MachineEvents, env: NodeJS.ProcessEnv = {}): RunningShares {
  const left = new Set(shares.map(({ worker }) => worker))
  const exit = (worker: number, reason: string | undefined): void => {
    if (left.delete(worker)) events.onExit(worker, reason)
  }
  const exitAll = (reason: string): void => {
    for (const worker of left) exit(worker, reason)
  }
  const child = task.then(({ cwd, hide, started }) => {
    const forked = fork(entry, { cwd, env, serialization: 'advanced', execArgv: ['--enable-source-maps'] })
    forked.on('message', (told: FromAgent) => {
      const heard = hide(told)
      if (heard.type === 'exit') exit(heard.worker, heard.reason)
      else if (heard.type === 'machine') events.onMachine(heard.report)
      else events.onReport(heard.worker, heard.report)
    })
    forked.on('disconnect', () => exitAll('its process is gone'))
    forked.send(started)
    return forked
  })
  child.catch((error: unknown) => exitAll(String(error)))
  const tell = (message: ToAgent): void => {
    void child.then(
      (forked) => forked.connected && forked.send(message),
      () => undefined,
    )
  }
  return {
    order: (order) => tell({ type: 'order', order }),
    terminate: (worker) => tell({ type: 'terminate', worker }),
    end: async () => {
      tell({ type: 'end' })
      const forked = await child.catch(() => undefined)
      if (forked !== undefined && forked.exitCode === null && forked.signalCode === null) await once(forked, 'exit')
    },
  }
}
