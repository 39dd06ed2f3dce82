import type { Preset } from '@benchpress/core/preset'
import { bridge } from './bridge/bridge.ts'
import { deserve } from './deserve/deserve.ts'
import { hypha } from './hypha/hypha.ts'
import { nestjs } from './nestjs/nestjs.ts'
import { toska } from './toska/toska.ts'

const all: readonly Preset[] = [deserve, bridge, nestjs, hypha, toska]

/** Every preset by its name. */
export const presets: ReadonlyMap<string, Preset> = new Map(all.map((preset) => [preset.name, preset]))
