import type { TestSummary } from '../../summary/summary.ts'
import { fullSecond, shortRun as shortRunSeconds } from '../cut-offs.ts'
import { formatRough } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** A run phase without a complete second measures the start of target and generator as much as anything, and nothing of it can be compared with itself. */
export function shortRun(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ duration, series }) => {
    const hasWhole = series.length === 0 || series.some(({ length }) => length >= fullSecond)
    if (duration >= shortRunSeconds && hasWhole) return []
    const effect = `${startOf(summary)} is a large part of the figures; run it for some seconds`
    return [
      {
        rule: 'short-run',
        level: 'suspect',
        text: `the run phase lasted ${formatRough(duration)} s, without a complete second: ${effect}`,
      },
    ]
  })
}

// Who was running already does not start with the test.
function startOf({ target }: TestSummary): string {
  return target.kind === 'url' ? 'the start of the generator' : 'the start of target and generator'
}
