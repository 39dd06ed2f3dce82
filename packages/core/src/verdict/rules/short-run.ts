import type { TestSummary } from '../../summary/summary.ts'
import { shortRun as shortRunSeconds } from '../cut-offs.ts'
import { formatRough } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** A very short run phase measures the start of target and generator as much as anything. */
export function shortRun(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ duration }) => {
    if (duration >= shortRunSeconds) return []
    const text = `the run phase lasted ${formatRough(duration)} s: ${startOf(summary)} is a large part of the figures`
    return [{ rule: 'short-run', level: 'note', text }]
  })
}

// Who was running already does not start with the test.
function startOf({ target }: TestSummary): string {
  return target.kind === 'url' ? 'the start of the generator' : 'the start of target and generator'
}
