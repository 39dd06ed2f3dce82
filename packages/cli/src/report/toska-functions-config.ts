import type { MicrobenchmarkSummary } from '@benchpress/core'

/** The parameters of functions by the names of the published report, sorted by them. */
export function functionsConfig(config: unknown, [first]: readonly MicrobenchmarkSummary[]): Readonly<Record<string, unknown>> {
  if (first === undefined) return {}
  const options = Object.entries(optionsIn(config, first.name)).map(([key, value]) => [names[key] ?? key, value] as const)
  const all = [...options, ['parallel', first.parallel], ['time_s', first.time], ['warmup_s', first.warmup]] as const
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const names: Readonly<Record<string, string>> = {
  datasetSize: 'dataset_size',
  storedSize: 'value_size',
  mgetSize: 'mget_size',
  listLimit: 'list_limit',
  withSnapshot: 'include_snapshot',
  snapshotKeys: 'snapshot_keys',
  logEntries: 'aof_entries',
  pollMs: 'poll_ms',
  timeoutMs: 'timeout_ms',
  waitMs: 'wait_ms',
}

interface ConfiguredTest {
  readonly name?: string
  readonly scenarios?: Readonly<Record<string, { readonly functions?: { readonly options?: object } }>>
}

// Of the config as it was run, a list of tests or the only one.
function optionsIn(config: unknown, name: string): object {
  const tests = [config].flat() as readonly (ConfiguredTest | null | undefined)[]
  return tests.find((test) => test?.name === name)?.scenarios?.[name]?.functions?.options ?? {}
}
