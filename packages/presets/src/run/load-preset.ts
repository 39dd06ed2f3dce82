import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPreset, isPresetError, MissingPackageError, PresetPackages, UsageError, usageError } from '@benchpress/core/preset'
import type { Preset, Problem } from '@benchpress/core/preset'
import { asSentence, closestName, describeLoadError, importDefault, nameHint, unlessAborted } from '@benchpress/core/report'
import { withNamedFaults } from './named-faults.ts'

/** A preset that does not come with benchpress. */
export interface LoadedPreset {
  readonly preset: Preset
  /** Path of the module of the preset, beside which its packages are installed. */
  readonly module: string
}

/**
 * Loads a third-party preset: a file such as `./mine.ts`, or a package that is installed in the working directory.
 *
 * @throws UsageError when the preset cannot be loaded, and with everything that is wrong with it; the reason of the signal where that aborts the load, since
 *   the module may never settle
 */
export async function loadPreset(source: string, cwd: string, signal?: AbortSignal): Promise<LoadedPreset> {
  const module = isPath(source) ? findFile(source, cwd) : findPackage(source, cwd)
  const imported = importDefault(module, import.meta.url).catch((error: unknown) => {
    throw usageError(`preset ${source} cannot be loaded: ${describeLoadError(error)}`)
  })
  const exported = await (signal === undefined ? imported : unlessAborted(imported, signal))
  if (exported === undefined) throw usageError(`${source} has no default export`, 'Write: export default definePreset({ … }).')
  const issues = await checkPreset(exported)
  const problems = issues.map(({ path, message, hint }): Problem => {
    const parts = [source, path, message].filter((part) => part !== '')
    return { message: parts.join(': '), hint: hint === undefined ? undefined : asSentence(hint) }
  })
  if (problems.length > 0) throw new UsageError(problems)
  return { preset: withNamedFaults(exported as Preset, source), module }
}

/** Whether a word can only mean a third-party preset: a path, a scoped package, or any other package of the working directory. */
export function isElsewhere(word: string, cwd: string): boolean {
  return isPath(word) || /^@[\w.-]+\//.test(word) || (/^[a-z\d][\w.-]*$/i.test(word) && resolvePackage(word, cwd) !== undefined)
}

function isPath(source: string): boolean {
  return /^\.{0,2}[\\/]|^[^@].*\.[cm]?[jt]s$/.test(source)
}

function findFile(source: string, cwd: string): string {
  const path = resolve(cwd, source)
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path
  const folder = dirname(path)
  const others = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []
  const modules = others.filter((name) => ['.ts', '.mts', '.js', '.mjs'].includes(extname(name)))
  // The path as it was written, up to the name of the file.
  const before = source.slice(0, source.length - basename(path).length)
  const meant = closestName(basename(path), modules)
  const hint = meant === undefined ? nameHint(basename(path), modules) : `did you mean "${before}${meant}"?`
  throw usageError(
    `there is no file ${source} in ${cwd}`,
    modules.length === 0 ? 'Give the path of a module that default-exports a preset.' : asSentence(hint),
  )
}

function findPackage(name: string, cwd: string): string {
  const found = resolvePackage(name, cwd)
  if (found !== undefined) return found
  throw usageError(`the package ${name} is not installed in ${cwd}`, `Run npm i -D ${name}.`)
}

function resolvePackage(name: string, cwd: string): string | undefined {
  try {
    return fileURLToPath(new PresetPackages(cwd, join(cwd, 'package.json')).resolve(name))
  } catch (error) {
    if (isPresetError(error, MissingPackageError)) return undefined
    throw usageError(`preset ${name} cannot be loaded: ${describeLoadError(error)}`)
  }
}

/** A preset, or one of its parts. */
export interface NamedPreset {
  readonly preset: Preset
  /** Name of the part; `undefined` for the whole preset. */
  readonly part: string | undefined
}

/**
 * Finds the preset, or its part, that `NAME` or `NAME:PART` names.
 *
 * @throws UsageError when there is no such preset or part
 */
export function findPreset(text: string, presets: ReadonlyMap<string, Preset>): NamedPreset {
  const [name = '', ...rest] = text.split(':')
  const preset = presets.get(name)
  if (preset === undefined) throw usageError(`there is no preset "${name}"`, asSentence(nameHint(name, [...presets.keys()])))
  if (rest.length === 0) return { preset, part: undefined }
  const part = rest.join(':')
  const parts = Object.keys(preset.parts ?? {})
  if (parts.includes(part)) return { preset, part }
  const hint = parts.length === 0 ? `Give ${name} alone: it has no parts.` : asSentence(nameHint(part, parts))
  throw usageError(`preset ${name} has no part "${part}"`, hint)
}
