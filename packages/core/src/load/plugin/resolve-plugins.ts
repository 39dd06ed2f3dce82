import { createRequire } from 'node:module'
import { isAbsolute, resolve, dirname, join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { type PluginProblem, loadPlugin, parseOptions } from './load-plugin.ts'
import type { Plugin } from './define-plugin.ts'
import { readFile } from 'node:fs/promises'

/** A plugin of a config, in the thread that called. */
export interface LoadedPlugin {
  /** URL of its module, or its name where it was not found, which can be loaded from everywhere. */
  readonly module: string
  /** Of the package that its module belongs to; `null` when that is not known. */
  readonly version: string | null
  readonly plugin: Plugin
  /** As the plugin completed them, read-only. */
  readonly options: unknown
}

/** How one entry was loaded of a config's `plugins`. */
export type PluginLoading = LoadedPlugin | { readonly problems: readonly PluginProblem[] }

/**
 * Loads what a config names as its plugins, one after the other and in this thread, and has each of them check its options.
 *
 * Never rejects: what is wrong is part of the outcome. An entry that names no module at all has no problems here, for the config says so.
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

// As in an import: a path starts with a dot or a slash, and all else is a URL or the name of a package.
function toModule(module: string, cwd: string): string {
  if (isAbsolute(module) || /^\.{1,2}\//.test(module)) return pathToFileURL(resolve(cwd, module)).href
  return /^[a-z][\w+.-]*:/i.test(module) ? module : findPackage(module, cwd)
}

// Among the packages of who wrote the config, which core need not see.
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

/** Version of the package that a module belongs to, as the nearest `package.json` with one says; `null` when there is none to be found. */
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
    // A module that is no file has no version either.
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
