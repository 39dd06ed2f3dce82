import type { Preset } from '@benchpress/core/preset'
import { presets } from '../src/index.ts'

/** A preset that comes with the command, by its name. */
export function presetNamed(name: string): Preset {
  const preset = presets.get(name)
  if (preset === undefined) throw new RangeError(`there is no preset ${name}`)
  return preset
}
