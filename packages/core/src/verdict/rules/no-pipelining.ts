import type { TestSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** A target that closes the connection behind each answer never answers what was pipelined behind it. */
export function noPipelining(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ connections }) => {
    const count = connections.closedBehindAnswer
    if (count <= 0) return []
    const requests = count === 1 ? '1 request' : `${formatCount(count)} requests`
    const lost = `${requests} sent behind an answer with Connection: close ${count === 1 ? 'was' : 'were'} lost`
    const text = `the target closes after an answer and does not pipeline: ${lost}`
    return [{ rule: 'no-pipelining', level: 'suspect', text }]
  })
}
