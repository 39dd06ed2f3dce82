import type { MicrobenchmarkSummary } from '@benchpress/core'
import { toskaFlags } from '../toska-parameters.ts'

/** The parameters of functions by the names of the published report, sorted by name. */
export function functionsConfig(config: unknown, [first]: readonly MicrobenchmarkSummary[]): Readonly<Record<string, unknown>> {
  if (first === undefined) return {}
  const options = Object.entries(configuredOptions(config, first.name)).map(([key, value]) => [nameOf(key), value] as const)
  const all = [...options, ['parallel', first.parallel], ['time_s', first.time], ['warmup_s', first.warmup]] as const
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// As its variable has it, such as PERF_REPLICA_POLL_MS.
function nameOf(option: string): string {
  const { env } = toskaFlags[option as keyof typeof toskaFlags] ?? {}
  return env?.replace(/^PERF_(?:REPLICA_)?/, '').toLowerCase() ?? option
}

interface ConfiguredTest {
  readonly name?: string
  readonly scenarios?: Readonly<Record<string, Partial<Record<'functions' | 'journey', { readonly options?: object }>>>>
}

/** Finds the options of the functions or the journey of a test, whose only scenario has the name of the test; `config` is one test, or a list. */
export function configuredOptions(config: unknown, name: string): object {
  const tests = [config].flat() as readonly (ConfiguredTest | null | undefined)[]
  const { functions, journey } = tests.find((test) => test?.name === name)?.scenarios?.[name] ?? {}
  return (functions ?? journey)?.options ?? {}
}
