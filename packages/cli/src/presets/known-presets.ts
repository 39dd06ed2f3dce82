import { UsageError, type Preset } from '@benchpress/core/preset'

/** Presets by the names under which the command line has them. */
type Presets = ReadonlyMap<string, Preset>

/** The presets that a command line may name. */
export interface KnownPresets {
  readonly presets: Presets
  /** The preset that the command line names, to which the help is then limited. */
  readonly named?: string | undefined
  /** Path of the module of the named preset, where that is a third-party one. */
  readonly module?: string
}

/**
 * Finds the presets that a command line may name: the built-in ones, or the one of a file or package that it names.
 *
 * Other commands do not load presets, which are a fifth of all the code.
 *
 * @throws UsageError when a third-party preset cannot be loaded, or is not a preset
 */
export async function findKnownPresets(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<KnownPresets> {
  // `help preset NAME` is about what `preset NAME` runs.
  const [command, ...rest] = args[0] === 'help' && args[1] === 'preset' ? args.slice(1) : args
  if (!['preset', 'presets', 'help', 'completion'].includes(command ?? '')) return { presets: new Map() }
  const { presets } = await import('@benchpress/presets')
  if (command !== 'preset') return { presets }
  const { findFlagProblems, findNamedWord } = await import('./preset-flags.ts')
  // The name may be followed by a part, after a colon.
  const [name = ''] = findNamedWord(rest, presets)?.split(':') ?? []
  if (presets.has(name)) return { presets, named: name }
  const { isElsewhere, loadPreset } = await import('@benchpress/presets/run')
  if (!isElsewhere(name, cwd)) return { presets }
  const { preset, module } = await loadPreset(name, cwd, signal)
  const problems = findFlagProblems(name, preset)
  if (problems.length > 0) throw new UsageError(problems)
  return { presets: new Map([[name, preset]]), named: name, module }
}
