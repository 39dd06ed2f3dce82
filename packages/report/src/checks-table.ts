import { formatShare } from '@benchpress/core'
import type { CheckSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { printable } from './format/printable.ts'
import type { TableContent } from './table-content.ts'
import type { Palette } from './palette.ts'

/** The checks of a scenario, one a line, in colours: `✗ accepted: 12 of 4,812 failed (0.249 %)`. */
export function checkLines(checks: readonly CheckSummary[], palette: Palette): readonly string[] {
  return checks.map((check) => {
    const { failed } = check
    return `  ${failed === 0 ? palette.good('✓') : palette.bad('✗')} ${printable(check.name)}: ${describeCheck(check)}`
  })
}

/** The checks of a scenario, as a table. */
export function checksTable(checks: readonly CheckSummary[]): TableContent {
  return {
    head: ['Check', 'Passed', 'Failed'],
    rows: checks.map(({ name, passed, failed }) => [
      `${failed === 0 ? '✓' : '✗'} ${name}`,
      formatNumber(passed),
      failed === 0 ? '0' : `${formatNumber(failed)} (${formatShare(failed / (passed + failed))})`,
    ]),
  }
}

function describeCheck({ passed, failed }: CheckSummary): string {
  const all = passed + failed
  if (failed === 0) return `${formatNumber(passed)} passed`
  return `${formatNumber(failed)} of ${formatNumber(all)} failed (${formatShare(failed / all)})`
}
