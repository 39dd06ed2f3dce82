import type { ReportFigure, ReportTable } from '@benchpress/core/report'
import { numberCell } from '@benchpress/report'
import { formatCallRate, formatNanoseconds } from '@benchpress/report/format'
import type { MicrobenchmarkSummary } from '@benchpress/core'
import { functionsOf, type ToskaFindings } from '../toska-findings.ts'
import { toskaFlags } from '../toska-parameters.ts'

/** The store whose functions are measured, whatever else is tested. */
export const whoseFunctions = 'the store in JavaScript that comes with benchpress, which is not Toska'

/** The functions of Toska as Benchee measured them, each beside that of the store in JavaScript; `undefined` where no results of Benchee were given. */
export function toskaFunctionsTable(findings: ToskaFindings): ReportTable | undefined {
  const { imported } = findings
  if (imported.length === 0) return undefined
  const own = [...functionsOf(findings, 'store'), ...functionsOf(findings, 'follower')]
  return {
    head: ['Function', 'Of', 'Calls a second', 'Avg', '50%', '99%'],
    texts: ['Of'],
    names: 2,
    rows: imported.flatMap(({ name, ips, average, median, p99 }) => {
      const ours = own.find((one) => one.case === name)
      return [
        [name, 'Toska, by Benchee', numberCell(ips, formatCallRate), ...[average, median, p99].map(say)],
        ...(ours === undefined
          ? []
          : [
              [
                '',
                'JavaScript, here',
                numberCell(ours.callsPerSecond?.total ?? null, formatCallRate),
                ...(['mean', 'median', 'p99'] as const).map((key) => say(ours.callTime?.[key] ?? null)),
              ],
            ]),
      ]
    }),
  }
}

function say(nanoseconds: number | null): ReportFigure {
  return numberCell(nanoseconds, formatNanoseconds)
}

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
