import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import type { GeneratorSummary, TestSummary } from '../../summary/summary.ts'
import { generatorPartOfStall } from '../cut-offs.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatMilliseconds, formatNumberOf, formatRough, formatSeconds } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Times in which nothing was delivered anywhere, although there was something to deliver. */
export function deliveriesStalled(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, ({ stalls }) => {
    const [longest, ...others] = stalls
    if (longest === undefined) return []
    const { at, length, underWay } = longest
    const messages = formatNumberOf(underWay, 'message was', 'messages were')
    const silence = `nothing was delivered anywhere for ${formatMilliseconds(length * 1000)} at ${formatSeconds(at)}, although ${messages} under way`
    const text = `${silence}${describeOthers(others)}${describeGenerator(summary.generator, length)}`
    return [{ rule: 'deliveries-stalled', level: 'note', text }]
  })
}

function describeOthers(others: DeliverySummary['stalls']): string {
  if (others.length === 0) return ''
  const sum = others.reduce((total, { length }) => total + length, 0)
  return `, and ${formatNumberOf(others.length, 'more time', 'more times')}, ${formatRough(sum)} s together`
}

// What a load thread did not read did not arrive, wherever it was.
function describeGenerator({ threads }: GeneratorSummary, length: number): string {
  const held = Math.max(0, ...threads.map(({ loopDelay }) => loopDelay.max))
  if (held < length * 1000 * generatorPartOfStall) return ''
  return `; it may be the generator's: a load thread stood still for ${formatMilliseconds(held)} at once`
}
