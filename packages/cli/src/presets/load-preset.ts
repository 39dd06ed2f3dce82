import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { checkPreset, UsageError, usageError, type Flag, type Preset, type Problem } from '@benchpress/core/preset'
import { nameHint } from '@benchpress/core/report'
import { describeLoadError, importDefault } from '../config-file/import-default.ts'
import { findFlags } from '../flags/find-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { spellingsOf } from '../flags/read-flags.ts'
import { refusedFlags } from '../flags/refused-flags.ts'
import { asSentence } from './find-preset.ts'
import { flagsOfSettings } from './refuse-flags.ts'

/** A preset that does not come with the command. */
export interface LoadedPreset {
  readonly preset: Preset
  /** Path of its module, beside which its packages are installed. */
  readonly module: string
}

/**
 * Loads somebody else's preset: a file such as `./mine.ts`, or a package that is installed in the working directory.
 *
 * @throws UsageError when it cannot be loaded, and with everything that is wrong with it
 */
export async function loadPreset(source: string, cwd: string): Promise<LoadedPreset> {
  const module = isPath(source) ? findFile(source, cwd) : findPackage(source, cwd)
  const exported = await importDefault(module).catch((error: unknown) => {
    throw usageError(`preset ${source} cannot be loaded: ${describeLoadError(error)}`)
  })
  if (exported === undefined) throw usageError(`${source} has no default export`, 'Write: export default definePreset({ … }).')
  const issues = await checkPreset(exported)
  const wrong = issues.map(({ path, message, hint }): Problem => {
    const parts = [source, path, message].filter((part) => part !== '')
    return { message: parts.join(': '), hint: hint === undefined ? undefined : asSentence(hint) }
  })
  const problems = wrong.length > 0 ? wrong : findFlagProblems(source, exported as Preset)
  if (problems.length > 0) throw new UsageError(problems)
  return { preset: exported as Preset, module }
}

/** Whether a word can only mean a preset of somebody else: a path, a scoped package, or any other package of the working directory. */
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
  throw usageError(
    `there is no file ${source} in ${cwd}`,
    modules.length === 0 ? 'Give the path of a module that default-exports a preset.' : asSentence(nameHint(basename(path), modules)),
  )
}

function findPackage(name: string, cwd: string): string {
  const found = resolvePackage(name, cwd)
  if (found !== undefined) return found
  throw usageError(`the package ${name} is not installed in ${cwd}`, `Run npm i -D ${name}.`)
}

function resolvePackage(name: string, cwd: string): string | undefined {
  try {
    const found = createRequire(join(cwd, 'package.json')).resolve(name)
    // Not a module of Node.js.
    return found === name ? undefined : found
  } catch {
    return undefined
  }
}

// What the command has already cannot be a flag of a preset, and what it has not cannot be refused by one.
function findFlagProblems(source: string, { flags = {}, unfit = [] }: Preset): readonly Problem[] {
  const known: readonly Pick<Flag<unknown>, 'flags' | 'aliases'>[] = [
    ...Object.values<Flag<unknown>>({ ...flagsOfSettings, ...outputFlags, ...findFlags }),
    ...refusedFlags,
    { flags: '-h, --help' },
  ]
  const taken = new Set(known.flatMap(spellingsOf))
  const own: readonly (readonly [string, Flag<unknown>])[] = Object.entries(flags)
  const twins = own.flatMap(([key, flag]): readonly Problem[] => {
    const twice = spellingsOf(flag).filter((spelling) => taken.has(spelling))
    for (const spelling of spellingsOf(flag)) taken.add(spelling)
    if (twice.length === 0) return []
    return [{ message: `${source}: flags.${key}: ${twice.join(' and ')} is a flag of the command already`, hint: 'Choose another name.' }]
  })
  const names = Object.keys(flagsOfSettings)
  const strangers = unfit.flatMap(({ key }, index): readonly Problem[] => {
    if (names.includes(key)) return []
    return [{ message: `${source}: unfit[${index}].key: the command has no "${key}"`, hint: asSentence(nameHint(key, names)) }]
  })
  return [...twins, ...strangers]
}
