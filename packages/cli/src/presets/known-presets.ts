import { UsageError, type Preset } from '@benchpress/core/preset'

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
export async function findKnownPresets(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<KnownPresets> {
  // `help preset NAME` is about what `preset NAME` runs.
  const [command, ...rest] = args[0] === 'help' && args[1] === 'preset' ? args.slice(1) : args
  if (!['preset', 'presets', 'help', 'completion'].includes(command ?? '')) return { presets: new Map() }
  const { presets } = await import('@benchpress/presets')
  if (command !== 'preset') return { presets }
  const { findNamedWord } = await import('./named-word.ts')
  // A part may stand behind it.
  const [name = ''] = findNamedWord(rest, presets)?.split(':') ?? []
  if (presets.has(name)) return { presets, named: name }
  const { isElsewhere, loadPreset } = await import('@benchpress/presets/run')
  if (!isElsewhere(name, cwd)) return { presets }
  const { preset, module } = await loadPreset(name, cwd, signal)
  const { findFlagProblems } = await import('./flag-problems.ts')
  const problems = findFlagProblems(name, preset)
  if (problems.length > 0) throw new UsageError(problems)
  return { presets: new Map([[name, preset]]), named: name, module }
}
