import { createRequire, findPackageJSON } from 'node:module'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PluginProblem, loadPlugin, parseOptions, freezeDeeply } from './load-plugin.ts'
import type { Plugin } from './define-plugin.ts'
import { readFile } from 'node:fs/promises'
import type { TestHooks } from '../user/setup-hooks.ts'

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

/** Reads the version of the package that a module belongs to from the nearest `package.json`; `null` when there is none. */
export async function findVersion(module: string): Promise<string | null> {
  try {
    const path = findPackageJSON(module, import.meta.url)
    const manifest: unknown = path === undefined ? undefined : JSON.parse(await readFile(path, 'utf8'))
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
    return typeof version === 'string' ? version : null
  } catch {
    // A module that is not a file has no version.
    return null
  }
}

/**
 * Runs `setup` of each plugin of a test in order; its value is found by the name of the plugin, as a read-only copy. `teardown` is the hook after the load.
 *
 * The context is read-only.
 *
 * @throws the errors of {@link TestHooks.run}
 */
export async function setUpPlugins(plugins: readonly LoadedPlugin[], hooks: TestHooks): Promise<void> {
  for (const { plugin, options } of plugins) {
    const shared = await hooks.run({
      key: plugin.name,
      names: [`setup of plugin ${plugin.name}`, `teardown of plugin ${plugin.name}`],
      isLimited: true,
      before: (context) => plugin.setup?.(Object.freeze({ ...context, options })),
      after: (context) => plugin.teardown?.(Object.freeze({ ...context, options })),
    })
    freezeDeeply(shared)
  }
}
