import type { ConnectionSummary, TestSummary } from '../../summary/summary.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * A target that closes a connection behind an answer never answers what was pipelined behind it.
 *
 * One that does so behind each first answer does not pipeline. One that answered more before has a limit to the answers of a connection, as most
 * proxies do.
 */
export function noPipelining(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ connections }) => {
    const count = connections.closedBehindAnswer
    if (count <= 0) return []
    const lost = `${formatNumberOf(count, 'request')} sent behind an answer with Connection: close ${count === 1 ? 'was' : 'were'} lost`
    return [{ rule: 'no-pipelining', level: 'suspect', text: `${describeTarget(connections)}: ${lost}${describeRemedy(connections)}` }]
  })
}

function describeTarget({ answersBeforeClose: answers }: ConnectionSummary): string {
  if (answers === null || answers.most <= 1) return 'the target closes after an answer and does not pipeline'
  const { least, most } = answers
  const number = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`
  return `the target pipelines, and closes each connection after ${number} answers, as by a keep-alive limit`
}

function describeRemedy({ answersBeforeClose: answers }: ConnectionSummary): string {
  if (answers === null || answers.most <= 1) return ''
  const { least } = answers
  const remedy = least > 1 ? `--reconnect-after ${least} (reconnectAfter) closes them before it does, or raise` : 'raise'
  return `; ${remedy} the limit of the target (nginx: keepalive_requests)`
}
