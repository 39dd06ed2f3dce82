import { deserve } from './deserve.ts'
import type { Preset } from './preset.ts'

/** Every preset by its name. */
export const presets: ReadonlyMap<string, Preset> = new Map([deserve].map((preset) => [preset.name, preset]))
