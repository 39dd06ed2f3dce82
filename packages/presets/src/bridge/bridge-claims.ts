import type { TestResult } from '@benchpress/core'
import { formatNumber, formatShare } from '@benchpress/core/report'
import type { Claim, ClaimJudged, RunFacts } from '@benchpress/core/preset'
import { inEachRun } from '@benchpress/report'
import { countsOf, type BridgeCounts } from './bridge-counts.ts'
import type { ServerReading } from './server-counters.ts'

/** What the document says of its run, and what must hold of every run. */
export const bridgeClaims: readonly Claim[] = [
  {
    says: 'no request failed',
    rule: inEachRun((test) => {
      const { posts, outcomes } = countsOf(test)
      const failed = posts - (outcomes?.ok ?? 0)
      return { holds: failed === 0 ? 'yes' : 'no', because: `${describePart(failed, posts)}${explain(test)}` }
    }),
  },
  {
    says: 'checks = events + 2 x messages + sends + closed connections',
    rule: inEachRun((test) => {
      const { checks, events, messages, posts, closed } = countsOf(test)
      const [all, sum] = [checks.passed + checks.failed, events + 2 * messages + posts + closed]
      const terms = `${formatNumber(events)} + 2 x ${formatNumber(messages)} + ${formatNumber(posts)} + ${formatNumber(closed)}`
      return { holds: all === sum ? 'yes' : 'no', because: `${formatNumber(all)} checks, and ${terms} = ${formatNumber(sum)}` }
    }),
  },
  { says: "the bridge's own counters agree with the counts here", rule: inEachRun(compareCounters) },
]

function describePart(part: number, of: number): string {
  return of === 0 ? 'none was made' : `${formatShare(part / of)} (${formatNumber(part)} of ${formatNumber(of)})`
}

// What the bridge itself said, and the flag for a bridge that demands other ids.
function explain({ scenarios }: TestResult): string {
  const errors = scenarios.find(({ name }) => name === 'senders')?.errors ?? []
  const said = errors
    .flatMap(({ examples = [] }) => examples)
    .find(({ received }) => received !== null)
    ?.received?.trim()
  if (said === undefined) return ''
  return `; the bridge: ${said}${/address must be 64 characters/.test(said) ? ': give --id-format hex64' : ''}`
}

/**
 * Compares the counters of the bridge with the counts of a run.
 *
 * A message without a response may have been accepted, unless its connection was never open. A message under way to a connection that closed may count as delivered,
 * and once more where the next connection resumes.
 */
function compareCounters(test: TestResult, index: number, { notes }: RunFacts): ClaimJudged | undefined {
  const reading = (notes as readonly ServerReading[] | undefined)?.[index]
  if (reading === undefined) return undefined
  const { before, after } = reading
  if (after.missing !== undefined) return { holds: 'unknown', because: `they were not read at ${after.url}: ${after.missing}` }
  const counts = countsOf(test)
  // All counters belong to one process, and are reset together.
  const wasReset = (['accepted', 'delivered'] as const).some((key) => (after[key] ?? 0) < (before[key] ?? 0) && after[key] !== undefined)
  const { lostInGap = 0, lostAfterLeaving = 0 } = counts.delivery ?? {}
  const delivered = isResumed(test) ? Infinity : counts.messages + lostInGap + lostAfterLeaving
  const ranges = { accepted: [counts.sent, counts.sent + unanswered(counts)], delivered: [counts.messages, delivered] } as const
  const both = (['accepted', 'delivered'] as const).flatMap((key) => {
    const count = after[key]
    return count === undefined ? [] : [compareCount(key, count - (wasReset ? 0 : (before[key] ?? 0)), ranges[key], wasReset)]
  })
  const restarted = wasReset ? 'it was restarted in between, and counts what followed alone; ' : ''
  return { holds: both.every(({ agrees }) => agrees) ? 'yes' : 'no', because: `${restarted}${both.map(({ says }) => says).join('; ')}` }
}

interface Compared {
  readonly agrees: boolean
  readonly says: string
}

function compareCount(name: string, count: number, [least, most]: readonly [number, number], wasReset: boolean): Compared {
  const agrees = (wasReset || count >= least) && count <= most
  const range = most === Infinity ? `at least ${formatNumber(least)}` : `${formatNumber(least)} to ${formatNumber(most)}`
  return { agrees, says: `${formatNumber(count)} ${name}, and ${least === most ? formatNumber(least) : range} here` }
}

function unanswered({ outcomes }: BridgeCounts): number {
  const lost = ['timeout', 'reset', 'closed_early', 'protocol_error', 'aborted'] as const
  return lost.reduce((sum, outcome) => sum + (outcomes?.[outcome] ?? 0), 0)
}

function isResumed({ metrics }: TestResult): boolean {
  const resumes = metrics['sse_resumes']
  return resumes?.type === 'rate' && resumes.total > 0
}
