import { bridge } from './bridge/bridge.ts'
import { deserve } from './deserve.ts'
import type { Preset } from './preset.ts'

const all: readonly Preset[] = [deserve, bridge]

/** Every preset by its name. */
export const presets: ReadonlyMap<string, Preset> = new Map(all.map((preset) => [preset.name, preset]))
