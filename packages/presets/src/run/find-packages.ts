import { isPresetError, MissingPackageError, PresetPackages, usageError } from '@benchpress/core/preset'
import type { Preset, PresetTarget, WantedTarget } from '@benchpress/core/preset'
import { describeLoadError, missingPackageOf } from '@benchpress/core/report'

/** The run for which the packages of a preset are looked for, and the folders that are searched. */
export interface PackageSearch<Own> {
  /** The target that is tested; `undefined` for the one that comes with the preset. */
  readonly given: PresetTarget | undefined
  /** The values of the preset's own parameters. */
  readonly own: Own
  /** The part that is run; `undefined` for all parts. */
  readonly part: string | undefined
  /** The working directory. */
  readonly folder: string
  /** URL or path of the module of a third-party preset; `undefined` for a built-in one. */
  readonly module?: string | undefined
}

/** The target and the plugins that the packages of a preset provide. */
interface Found {
  readonly target: PresetTarget
  /** URLs of the modules of the plugins. */
  readonly plugins: readonly string[]
}

/**
 * Finds the plugins of a preset and the target that is tested.
 *
 * @throws UsageError that names every package that is not installed, and how to install them
 */
export async function findPackages<Own extends object>(
  preset: Preset<Own>,
  { given, own, part, folder, module = import.meta.url }: PackageSearch<Own>,
): Promise<Found> {
  const packages = new PresetPackages(folder, module)
  const missing: string[] = []
  const plugins: string[] = []
  for (const plugin of preset.plugins?.(part) ?? []) {
    const url = await unlessMissing(() => resolvePlugin(plugin, preset.name, packages), missing)
    if (url !== undefined) plugins.push(url)
  }
  const target = given ?? (await unlessMissing(() => loadStandIn(preset, packages, { own, part }), missing))
  if (target !== undefined && missing.length === 0) return { target, plugins }
  throw usageError(
    `preset ${preset.name} needs ${missing.join(' and ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed`,
    `Run npm i -D ${missing.join(' ')}.${target === undefined ? withoutTarget(missing) : ''}`,
  )
}

function resolvePlugin(plugin: string, preset: string, packages: PresetPackages): string {
  try {
    return packages.resolve(plugin)
  } catch (error) {
    if (missingPackage(error) !== undefined) throw error
    throw usageError(`the plugin ${plugin} of preset ${preset} cannot be found: ${describeLoadError(error)}`)
  }
}

async function loadStandIn<Own extends object>(
  { name, standIn }: Preset<Own>,
  packages: PresetPackages,
  wanted: WantedTarget<Own>,
): Promise<PresetTarget> {
  if (standIn !== undefined) return await standIn.load(packages, wanted)
  throw usageError(`preset ${name} comes with no target`, 'Give a running one with --url, or a command that starts one after --.')
}

// The last missing package is that of the target.
function withoutTarget(missing: readonly string[]): string {
  const others = missing.slice(0, -1)
  return ` A running target, with --url, ${others.length === 0 ? 'does not need it' : `needs ${others.join(' and ')} alone`}.`
}

async function unlessMissing<Value>(find: () => Value | Promise<Value>, missing: string[]): Promise<Value | undefined> {
  try {
    return await find()
  } catch (error) {
    const name = missingPackage(error)
    if (name === undefined) throw error
    missing.push(name)
    return undefined
  }
}

/** The package that an error reports as not installed; `undefined` for any other error. */
export function missingPackage(error: unknown): string | undefined {
  if (isPresetError(error, MissingPackageError)) return error.missing
  return missingPackageOf(error)
}
