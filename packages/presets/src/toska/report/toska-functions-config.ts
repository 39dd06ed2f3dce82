import type { MicrobenchmarkSummary } from '@benchpress/core'

/** The parameters of functions by the names of the published report, sorted by them. */
export function functionsConfig(config: unknown, [first]: readonly MicrobenchmarkSummary[]): Readonly<Record<string, unknown>> {
  if (first === undefined) return {}
  const options = Object.entries(configuredOptions(config, first.name)).map(([key, value]) => [names[key] ?? key, value] as const)
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
  readonly scenarios?: Readonly<Record<string, Partial<Record<'functions' | 'journey', { readonly options?: object }>>>>
}

/** The options of the functions or the journey of a test, whose only scenario has its name; `config` is a list of tests or the only one, as it was run. */
export function configuredOptions(config: unknown, name: string): object {
  const tests = [config].flat() as readonly (ConfiguredTest | null | undefined)[]
  const { functions, journey } = tests.find((test) => test?.name === name)?.scenarios?.[name] ?? {}
  return (functions ?? journey)?.options ?? {}
}
