/**
 * The rooms of core, storey by storey and lowest first: a file imports from its own room and from those before it. ARCHITECTURE.md describes the contents of
 * each.
 */
export const rooms = [
  'base/redact',
  'base/errors',
  'base/clock',
  'base/units',
  'model/workload',
  'model/metrics',
  'measure/recorder',
  'measure/delivery',
  'load/wire',
  'load/http',
  'load/user',
  'load/plugin',
  'load/engine',
  'load/worker',
  'result/threshold',
  'result/summary',
  'result/verdict',
  'result/shape',
  'compare',
  'target',
  'config',
  'preset',
  'run',
  'assertion',
  'vitest',
  'testing',
  'report.ts',
  'machines.ts',
  'plugin.ts',
  'preset.ts',
  'index.ts',
] as const

/** A room of core: a folder of `packages/core/src`, or a file there that is an entry of the package. */
export type Room = (typeof rooms)[number]

/** Rooms, or whole storeys, that a room must not import from although they come before it. */
export const strangers: Readonly<Record<string, readonly string[]>> = {
  'load/wire': ['measure'],
  result: ['load'],
  compare: ['load'],
  // Each load thread loads this entry with a plugin.
  'plugin.ts': ['result', 'compare', 'target', 'config', 'preset', 'run', 'assertion', 'vitest', 'testing', 'report.ts', 'machines.ts'],
}

/** Packages that only one place of core may import, so that they are loaded only where they are needed. */
export const keepers: Readonly<Record<string, string>> = {
  vitest: 'vitest/',
}
