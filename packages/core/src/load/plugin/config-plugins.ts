import { createRequire } from 'node:module'
import { isAbsolute, resolve, dirname, join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { type PluginProblem, loadPlugin, parseOptions, freezeDeeply } from './load-plugin.ts'
import type { Plugin, PluginContext } from './define-plugin.ts'
import { readFile } from 'node:fs/promises'
import type { BenchpressError } from '../../base/errors/benchpress-error.ts'
import { cloneOrFail, longestHook, setupFailed, unlessAborted, within } from '../user/setup-hooks.ts'

/** A loaded plugin of a config, in the calling thread. */
export interface LoadedPlugin {
  /** URL of the module, which can be loaded from everywhere, or its name if it was not found. */
  readonly module: string
  /** Version of the package that the module belongs to; `null` when it is unknown. */
  readonly version: string | null
  readonly plugin: Plugin
  /** Options with the plugin's defaults, read-only. */
  readonly options: unknown
}

/** The outcome of loading one entry of a config's `plugins`. */
export type PluginLoading = LoadedPlugin | { readonly problems: readonly PluginProblem[] }

/**
 * Loads the plugins of a config one after the other in this thread, and parses their options.
 *
 * Plugins are loaded before the check of a config, because thresholds are checked against their metrics and everything wrong is reported at once.
 * Never rejects: problems are part of the outcome. An entry without a module has no problems here, because the check of the config reports it.
 *
 * @param references `plugins` of a config that is not checked yet
 * @param cwd folder that paths of modules are relative to
 */
export async function loadPlugins(references: unknown, cwd: string): Promise<readonly PluginLoading[]> {
  const loaded: PluginLoading[] = []
  for (const reference of Array.isArray(references) ? (references as readonly unknown[]) : []) loaded.push(await load(reference, cwd))
  return loaded
}

async function load(reference: unknown, cwd: string): Promise<PluginLoading> {
  if (typeof reference !== 'object' || reference === null) return { problems: [] }
  const { module, options } = reference as { readonly module?: unknown; readonly options?: unknown }
  if (typeof module !== 'string' || module === '') return { problems: [] }
  const url = toModule(module, cwd)
  const found = await loadPlugin(url)
  if ('problems' in found) return found
  const { plugin } = found
  if (!isCloneable(options)) return { problems: [] }
  const parsed = await parseOptions(plugin, options)
  return 'problems' in parsed ? parsed : { module: url, version: await findVersion(url), plugin, options: parsed.options }
}

// As in an import, a path starts with a dot or a slash, and anything else is a URL or the name of a package.
function toModule(module: string, cwd: string): string {
  if (isAbsolute(module) || /^\.{1,2}\//.test(module)) return pathToFileURL(resolve(cwd, module)).href
  return /^[a-z][\w+.-]*:/i.test(module) ? module : findPackage(module, cwd)
}

// Resolved from the folder of the config, because core may not see the packages of the config's author.
function findPackage(name: string, cwd: string): string {
  try {
    return pathToFileURL(createRequire(resolve(cwd, 'config.js')).resolve(name)).href
  } catch {
    return name
  }
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

/** Reads the version of the package that a module belongs to from the nearest `package.json` with one; `null` when there is none. */
export async function findVersion(module: string): Promise<string | null> {
  const path = findPath(module)
  if (path === undefined) return null
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const version = await readVersion(join(folder, 'package.json'))
    if (version !== undefined) return version
    if (dirname(folder) === folder) return null
  }
}

function findPath(module: string): string | undefined {
  try {
    return fileURLToPath(module.startsWith('file:') ? module : import.meta.resolve(module))
  } catch {
    // A module that is not a file has no version.
    return undefined
  }
}

async function readVersion(path: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'))
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/** The context of `setup` and `teardown` that all plugins of a test share, without their options. */
export type PluginSurroundings = Omit<PluginContext, 'options'>

/**
 * The plugins of one test, in the thread that called `run()`: `setup` of each in order, and `teardown` of each in reverse.
 *
 * The context is read-only. Each call must end within 30 s.
 */
export class PluginSetup {
  readonly #around: PluginSurroundings
  readonly #longest: number
  readonly #shared = new Map<string, unknown>()
  readonly #teardowns: { readonly name: string; readonly run: (signal: AbortSignal) => Promise<void> }[] = []

  /** @param longest the milliseconds that one call may take */
  constructor(around: PluginSurroundings, longest: number = longestHook) {
    this.#around = Object.freeze({ ...around, env: Object.freeze({ ...around.env }) })
    this.#longest = longest
  }

  /** The value that `setup` of a plugin returned, as a clone; `undefined` without one. */
  sharedOf(name: string): unknown {
    return this.#shared.get(name)
  }

  /**
   * Runs `setup` of each plugin, in order; `finish` must be called afterwards, even when this rejects.
   *
   * @throws the reason of the signal when the test is interrupted meanwhile
   * @throws BenchpressError `SETUP_FAILED` for a `setup` that throws, takes too long or returns a value that cannot be cloned
   */
  async run(plugins: readonly LoadedPlugin[]): Promise<void> {
    for (const each of plugins) await this.#setup(each)
  }

  /** Runs each `teardown` once, in reverse order, whatever happened before. Resolves with the errors. */
  async finish(): Promise<readonly BenchpressError[]> {
    const failures: BenchpressError[] = []
    for (const { name, run } of this.#teardowns.splice(0).toReversed()) {
      const controller = new AbortController()
      try {
        await within(run(controller.signal), this.#longest)
      } catch (error) {
        failures.push(setupFailed(`teardown of plugin ${name}`, error))
      }
      controller.abort()
    }
    return failures
  }

  async #setup({ plugin, options }: LoadedPlugin): Promise<void> {
    const { signal } = this.#around
    const what = `setup of plugin ${plugin.name}`
    const late = new AbortController()
    let shared: unknown
    try {
      signal.throwIfAborted()
      const context = Object.freeze({ ...this.#around, options, signal: AbortSignal.any([signal, late.signal]) })
      const running = (async () => await plugin.setup?.(context))()
      shared = await unlessAborted(within(running, this.#longest), signal)
    } catch (error) {
      late.abort()
      if (signal.aborted) throw error
      throw setupFailed(what, error)
    }
    this.#teardowns.push({
      name: plugin.name,
      run: async (now) => await plugin.teardown?.(Object.freeze({ ...this.#around, options, signal: now, shared })),
    })
    this.#shared.set(plugin.name, freezeDeeply(cloneOrFail(shared, what)))
  }
}
