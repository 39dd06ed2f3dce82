import { isDeepStrictEqual } from 'node:util'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { ClientContext, Plugin, PluginClient } from '../load/plugin/define-plugin.ts'
import { isPlain } from '../load/plugin/load-plugin.ts'
import type { MetricRecorders } from '../load/user/metric-recorders.ts'
import { AsyncLocalStorage, createHook, type AsyncHook } from 'node:async_hooks'
import { plural } from '../base/units/format.ts'

/** Observes one plugin while its clients are created and used. */
export class PluginWatch {
  /** The observed plugin, to be used instead of the original. */
  readonly plugin: Plugin
  /** The clients that the plugin created. */
  readonly clients: PluginClient[] = []
  /** Metrics that the plugin recorded without declaring them. */
  readonly undeclared: Set<string> = new Set()
  readonly #of: Plugin
  readonly #contexts: WatchedContext<ClientContext>[] = []
  readonly #io = new OpenResources()

  constructor(plugin: Plugin) {
    this.#of = plugin
    const { name, options, metrics } = plugin
    this.plugin = { name, options, metrics, createClient: (context) => this.#createClient(context) }
  }

  /** The resources that were opened by creating clients, as text; empty when there were none. */
  get opened(): string {
    return this.#io.opened
  }

  /** The members of contexts that were changed. */
  get changes(): readonly string[] {
    return [...new Set(this.#contexts.flatMap((context) => context.changes()))]
  }

  stop(): void {
    this.#io.stop()
  }

  #createClient(given: ClientContext): PluginClient {
    const { options, shared, target, address, env, userId, http, cookies, signal, random, deliveries, check, fail, now, wait, requests } =
      given
    const members = {
      options,
      shared,
      target,
      address,
      env,
      userId,
      http,
      cookies,
      signal,
      random,
      deliveries,
      check,
      fail,
      now,
      wait,
      requests,
    }
    const watched = watchContext<ClientContext>({ ...members, metrics: this.#watchMetrics(given.metrics) })
    this.#contexts.push(watched)
    const client = this.#io.watch(() => this.#of.createClient(watched.context))
    this.clients.push(client)
    return client
  }

  // The recorders throw for an undeclared metric, but the plugin may catch the error.
  #watchMetrics(metrics: MetricRecorders<MetricDefinitions>): MetricRecorders<MetricDefinitions> {
    return new Proxy(metrics, {
      get: (target, name) => {
        const recorder: unknown = Reflect.get(target, name)
        return typeof name !== 'string' || Object.hasOwn(target, name) ? recorder : this.#watchUse(name, recorder)
      },
    })
  }

  // Reading these names is harmless: code that awaits or prints an object reads names that the object does not have.
  #watchUse(name: string, recorder: unknown): object {
    const watched = (member: 'add' | 'set') => {
      return (...values: unknown[]): unknown => {
        this.undeclared.add(name)
        return (recorder as Readonly<Record<string, (...values: unknown[]) => unknown>> | undefined)?.[member]?.(...values)
      }
    }
    return { add: watched('add'), set: watched('set') }
  }
}

/** A context that a plugin is able to change, and its state before. */
export interface WatchedContext<Context extends object> {
  readonly context: Context
  /** Returns the names of the members that were changed. */
  changes(): readonly string[]
}

/**
 * Makes a context from the given members, like the one of a plugin but writable, so that a change is detected and not only refused.
 *
 * Data is copied, and everything else is compared by identity.
 */
export function watchContext<Context extends object>(members: Context): WatchedContext<Context> {
  const context = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, copyOf(value)]))
  const before = { ...context }
  const data = new Map(Object.entries(before).map(([name, value]) => [name, copyOf(value)]))
  return {
    context: context as Context,
    changes: () => {
      const names = new Set([...Object.keys(before), ...Object.keys(context)])
      return [...names].filter((name) => before[name] !== context[name] || !isDeepStrictEqual(data.get(name), before[name]))
    },
  }
}

// A value that cannot be cloned, or differs afterwards, is not copied: a client, a function, an object of a class.
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isPlain(value))) return value
  try {
    const copy: unknown = structuredClone(value)
    return isDeepStrictEqual(copy, value) ? copy : value
  } catch {
    return value
  }
}

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
  return Array.from(alike, ([name, { length }]) => plural(length, name, `${name}${name.endsWith('s') ? 'es' : 's'}`)).join(', ')
}
