import { bridge } from './bridge/bridge.ts'
import { deserve } from './deserve.ts'
import { hypha } from './hypha/hypha.ts'
import { nestjs } from './nestjs/nestjs.ts'
import type { Preset, Presets } from './preset.ts'
import { toska } from './toska/toska.ts'

const all: readonly Preset[] = [deserve, bridge, nestjs, hypha, toska]

/** Every preset by its name. */
export const presets: Presets = new Map(all.map((preset) => [preset.name, preset]))
