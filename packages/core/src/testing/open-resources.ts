import { AsyncLocalStorage, createHook, type AsyncHook } from 'node:async_hooks'
import { formatNumberOf } from '../base/units/format.ts'

// What Node.js calls the resources that do I/O, and what a reader calls them. A socket of TLS stands on one of TCP, which is counted.
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
 * Sees which sockets, files, processes and timers some code opens, and which of them it has not closed.
 *
 * Code is told apart by the asynchronous context it runs in, so that neither the server of a test nor the test runner is taken for it.
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

  /** Runs code whose resources are seen, as are those of what it starts. */
  watch<Value>(code: () => Value): Value {
    return this.#context.run(this, code)
  }

  /** What is open, such as `2 TCP sockets`, in words; empty when nothing is. */
  get open(): string {
    // A timer that keeps no process alive, such as that of AbortSignal.timeout, goes by itself.
    return inWords(Array.from(this.#open.values()).flatMap(({ name, timer }) => (timer?.hasRef() === false ? [] : [name])))
  }

  /** What was opened for I/O so far, in words, closed since or not; empty when nothing was. */
  get opened(): string {
    return inWords(this.#opened)
  }

  /** Sees no more. */
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
