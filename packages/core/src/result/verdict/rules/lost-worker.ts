import type { TestSummary } from '../../summary/summary.ts'
import { describeMoment } from '../moment.ts'
import type { Reason } from '../verdict.ts'

/** A worker that died took the counts since its last report with it. */
export function lostWorker(summary: TestSummary): readonly Reason[] {
  return summary.generator.threads.flatMap(({ worker, lost }) => {
    if (lost === null) return []
    const text = `worker ${worker} died ${describeMoment(lost.at, summary)} (${lost.reason}): what it did after its last report is not counted`
    return [{ rule: 'lost-worker', level: 'invalid', text }]
  })
}
