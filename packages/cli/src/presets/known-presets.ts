import type { Preset } from '@benchpress/core/preset'

/** Presets by the names under which the command line has them. */
export type Presets = ReadonlyMap<string, Preset>

/** The presets that a command line can mean. */
export interface KnownPresets {
  readonly presets: Presets
  /** The one that it names, so that the help is that of this one alone. */
  readonly named?: string | undefined
  /** Path of the module of the named one, where it is somebody else's. */
  readonly module?: string
}

/**
 * Finds the presets that a command line can mean: all of ours, or the file or package of somebody else that it names.
 *
 * They are a fifth of all the code, so that no other command loads them.
 *
 * @throws UsageError when somebody else's cannot be loaded, or is no preset
 */
export async function findKnownPresets(args: readonly string[], cwd: string): Promise<KnownPresets> {
  const [command, first = ''] = args
  if (command !== 'preset' && command !== 'presets' && command !== 'help') return { presets: new Map() }
  const { presets } = await import('@benchpress/presets')
  // Flags may stand before its name, and a part behind it.
  const names = args.map((arg) => arg.split(':')[0] ?? '')
  const named = names.find((name) => presets.has(name))
  if (named !== undefined || command !== 'preset') return { presets, named }
  const { isPackage, loadPreset } = await import('./load-preset.ts')
  const [word = ''] = first.split(':')
  const other = names.find((name) => /^@[\w.-]+\/|^(?!-).*\.[cm]?[jt]s$/.test(name)) ?? (isPackage(word, cwd) ? word : undefined)
  if (other === undefined) return { presets }
  const { preset, module } = await loadPreset(other, cwd)
  return { presets: new Map([[other, preset]]), named: other, module }
}
