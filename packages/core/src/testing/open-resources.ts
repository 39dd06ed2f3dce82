import { AsyncLocalStorage, createHook, type AsyncHook } from 'node:async_hooks'
import { formatNumberOf } from '../base/units/format.ts'

// Names of resources that do I/O in Node.js, and in messages. A TLS socket uses a TCP socket, which is the one that is counted.
const ioNames: Readonly<Record<string, string>> = {
  TCPWRAP: 'TCP socket',
  TCPSERVERWRAP: 'TCP server',
  PIPEWRAP: 'pipe or Unix socket',
  PIPESERVERWRAP: 'pipe or Unix server',
  UDPWRAP: 'UDP socket',
  PROCESSWRAP: 'child process',
  WORKER: 'worker thread',
  FSEVENTWRAP: 'file watcher',
  STATWATCHER: 'file watcher',
  FSREQCALLBACK: 'file operation',
  FSREQPROMISE: 'file operation',
  FILEHANDLE: 'open file',
  GETADDRINFOREQWRAP: 'DNS look-up',
  QUERYWRAP: 'DNS look-up',
}

/**
 * Observes which sockets, files, processes and timers some code opens, and which of these it has not closed.
 *
 * The code is identified by its asynchronous context, so that resources of the test's server or of the test runner do not count.
 */
export class OpenResources {
  readonly #open = new Map<number, Opened>()
  readonly #context = new AsyncLocalStorage<OpenResources>()
  readonly #hook: AsyncHook
  readonly #opened: string[] = []

  constructor() {
    this.#hook = createHook({
      init: (id, type, _, resource) => this.#opens(id, type, resource),
      destroy: (id) => void this.#open.delete(id),
    })
    this.#hook.enable()
  }

  /** Runs code and observes its resources, and those of everything that it starts. */
  watch<Value>(code: () => Value): Value {
    return this.#context.run(this, code)
  }

  /** The open resources as text, such as `2 TCP sockets`; empty when there are none. */
  get open(): string {
    // A timer that keeps no process alive, such as that of AbortSignal.timeout, does not count.
    return inWords(Array.from(this.#open.values()).flatMap(({ name, timer }) => (timer?.hasRef() === false ? [] : [name])))
  }

  /** The resources that were opened for I/O so far as text, closed or not; empty when there were none. */
  get opened(): string {
    return inWords(this.#opened)
  }

  /** Stops observing. */
  stop(): void {
    this.#hook.disable()
  }

  #opens(id: number, type: string, resource: object): void {
    const io = ioNames[type]
    if ((io === undefined && type !== 'Timeout') || this.#context.getStore() !== this) return
    if (io !== undefined) this.#opened.push(io)
    this.#open.set(id, io === undefined ? { name: 'timer', timer: resource as NodeJS.Timeout } : { name: io })
  }
}

interface Opened {
  readonly name: string
  readonly timer?: NodeJS.Timeout
}

function inWords(names: readonly string[]): string {
  const alike = Map.groupBy(names, (name) => name)
  return Array.from(alike, ([name, { length }]) => formatNumberOf(length, name, `${name}${name.endsWith('s') ? 'es' : 's'}`)).join(', ')
}
