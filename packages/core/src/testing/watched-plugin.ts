import { inspect, isDeepStrictEqual } from 'node:util'
import type { LoadedPlugin } from '../load/plugin/config-plugins.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { ClientContext, Plugin, PluginClient } from '../load/plugin/define-plugin.ts'
import { isPlain } from '../load/plugin/load-plugin.ts'
import type { MetricRecorders } from '../load/user/metric-recorders.ts'
import { AsyncLocalStorage, createHook, type AsyncHook } from 'node:async_hooks'
import { plural } from '../base/units/format.ts'

/** Observes a plugin while its client is created and used by one user. */
export class PluginWatch {
  /** The observed plugin, to be used instead of the original. */
  readonly plugin: Plugin
  /** Metrics that the plugin recorded without declaring them. */
  readonly undeclared: string[] = []
  client: PluginClient | undefined
  /** Returns the names of the members of the context that were changed. */
  changes: () => readonly string[] = () => []

  constructor(plugin: Plugin) {
    const { name, options, metrics } = plugin
    this.plugin = { name, options, metrics, createClient: (context) => (this.client = plugin.createClient(this.#watch(context))) }
  }

  #watch(given: ClientContext): ClientContext {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(given)).filter((name) => name !== 'constructor')
    const members = Object.fromEntries(names.map((name) => [name, Reflect.get(given, name) as unknown]))
    const { context, changes } = watchContext({ ...members, metrics: watchMetrics(given.metrics, this.undeclared) })
    this.changes = changes
    return context as unknown as ClientContext
  }
}

// The recorders throw for an undeclared metric, but the plugin may catch the error.
function watchMetrics(metrics: MetricRecorders<MetricDefinitions>, undeclared: string[]): MetricRecorders<MetricDefinitions> {
  return new Proxy(metrics, {
    get: (target, name) => {
      const recorder = Reflect.get(target, name) as Readonly<Record<string, (...values: unknown[]) => unknown>> | undefined
      if (typeof name !== 'string' || Object.hasOwn(target, name)) return recorder
      // Reading a name is harmless: code that awaits or prints an object reads names that the object does not have.
      const record = (member: 'add' | 'set', values: readonly unknown[]): unknown => {
        if (!undeclared.includes(name)) undeclared.push(name)
        return recorder?.[member]?.(...values)
      }
      return { add: (...values: unknown[]) => record('add', values), set: (...values: unknown[]) => record('set', values) }
    },
  })
}

/** Describes what a thread has loaded, to compare it with what another thread has. */
export function describePlugin({ plugin: { name, metrics }, options }: LoadedPlugin): string {
  return inspect({ name, metrics: Object.keys(metrics), options }, { depth: Infinity, maxArrayLength: Infinity, breakLength: Infinity })
}

/** Names the members of a context that somebody changed; `undefined` for none. */
export function nameChanges(who: string, changes: readonly string[]): string | undefined {
  return changes.length === 0 ? undefined : `${who} changed ${changes.map((member) => `context.${member}`).join(' and ')}`
}

/**
 * Makes a context from the given members, like the one of a plugin but writable, so that a change is detected and not only refused.
 *
 * Data is copied, and everything else is compared by identity. `changes` returns the names of the members that were changed.
 */
export function watchContext<Context extends object>(
  members: Context,
): { readonly context: Context; readonly changes: () => readonly string[] } {
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
  readonly #open = new Map<number, { readonly name: string; readonly timer?: NodeJS.Timeout }>()
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

function inWords(names: readonly string[]): string {
  const alike = Map.groupBy(names, (name) => name)
  return Array.from(alike, ([name, { length }]) => plural(length, name, `${name}${name.endsWith('s') ? 'es' : 's'}`)).join(', ')
}
