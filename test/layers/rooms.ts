/** The rooms of core, lowest first: a file imports from its own room and from those before it. ARCHITECTURE.md says what each holds. */
export const rooms = [
  'errors',
  'redact',
  'clock',
  'duration',
  'workload',
  'metrics',
  'recorder',
  'delivery',
  'wire',
  'http',
  'user',
  'plugin',
  'threshold',
  'summary',
  'verdict',
  'microbenchmark',
  'engine',
  'worker',
  'target',
  'config',
  'run',
  'report',
  'assertion',
  'vitest',
  'testing',
  'index.ts',
] as const

/** A room of core: a folder of `packages/core/src`, or its index. */
export type Room = (typeof rooms)[number]

/** Packages that one place of core knows, so that they are loaded only where they are needed. */
export const keepers: Readonly<Record<string, string>> = {
  tinybench: 'microbenchmark/tinybench.ts',
  vitest: 'vitest/',
}
