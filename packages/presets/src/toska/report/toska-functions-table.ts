import type { ReportFigure, ReportTable } from '@benchpress/core/report'
import { numberCell } from '@benchpress/report'
import { formatCallRate, formatNanoseconds } from '@benchpress/report/format'
import { functionsOf, type ToskaFindings } from '../toska-findings.ts'

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
