import { asSentence, nameHint } from '@benchpress/core/report'
import { usageError, type Preset } from '@benchpress/core/preset'

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
  throw usageError(`preset ${name} has no part "${part}"`, hintFor(preset.name, part, parts))
}

function hintFor(name: string, part: string, parts: readonly string[]): string {
  if (parts.length === 0) return `Give ${name} alone: it has no parts.`
  return asSentence(nameHint(part, parts))
}
