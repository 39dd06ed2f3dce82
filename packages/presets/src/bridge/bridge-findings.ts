import type { SuiteResult } from '@benchpress/core'
import { measureBridge, type MeasuredBridge } from './measured-bridge.ts'
import type { ServerReading } from './server-counters.ts'

/** The findings about one run of the bridge's test. */
export interface BridgeFindings {
  /** 1 for the first run. */
  readonly repeat: number
  readonly measured: MeasuredBridge
  readonly accounting: Accounting
  /** The counts of the bridge beside those of the run; empty where the bridge publishes none. */
  readonly counters: readonly ReconciledCount[]
  /** URL of the counters of the bridge, and why they could not be read. */
  readonly notCompared: { readonly url: string; readonly reason: string } | null
}

/** Evaluates each run that began. */
export function findInBridge({ tests }: SuiteResult, readings: readonly ServerReading[] = []): readonly BridgeFindings[] {
  return tests.flatMap((test, index) => {
    const measured = measureBridge(test)
    const reading = readings[index]
    if (measured === undefined) return []
    const missing = reading?.after.missing
    return {
      repeat: test.repeat,
      measured,
      accounting: account(measured),
      counters: reading === undefined ? [] : reconcile(reading, measured),
      notCompared: reading === undefined || missing === undefined ? null : { url: reading.after.url, reason: missing },
    }
  })
}

/** The counts of a test of a bridge that must add up. */
export type AccountedBridge = Pick<MeasuredBridge, 'checks' | 'events' | 'messages' | 'posts' | 'closed'>

/** The checks of a test of a bridge, and the counts that they must be the sum of. */
interface Accounting {
  readonly checks: number
  readonly expected: number
  readonly holds: boolean
}

/**
 * Compares the checks of a test with other counts: one for each event, two more for each message, one for each POST, and one for each connection that was
 * closed.
 */
export function account({ checks: { passed, failed }, events, messages, posts, closed }: AccountedBridge): Accounting {
  const checks = passed + failed
  const expected = events + 2 * messages + posts + closed
  return { checks, expected, holds: checks === expected }
}

/** One count of the bridge beside the count of the run. */
export interface ReconciledCount {
  readonly name: 'accepted' | 'delivered'
  readonly server: number
  /** Whether the counter was reset during the run, so that it misses everything before that. */
  readonly wasReset: boolean
  /** The least that the bridge may have counted, by the count of the run. */
  readonly least: number
  readonly most: number
  readonly agrees: boolean
}

/**
 * Compares the counters of the bridge with the counts of a run.
 *
 * A message without a response may have been accepted; a message under way to a connection that closed may count as delivered, and once more where the next
 * connection resumes.
 */
function reconcile({ before, after }: ServerReading, measured: MeasuredBridge): readonly ReconciledCount[] {
  const { sent, posts, abortedPosts, messages, delivery, isResumed } = measured
  const refused = delivery?.refused ?? 0
  // All counters belong to one process, and are reset together.
  const isRestarted = isSmaller(after.accepted, before.accepted) || isSmaller(after.delivered, before.delivered)
  const onTheirWay = (delivery?.lostInGap ?? 0) + (delivery?.lostAfterLeaving ?? 0)
  return [
    ...compare('accepted', difference(before.accepted, after.accepted, isRestarted), sent, posts - refused + abortedPosts),
    ...compare(
      'delivered',
      difference(before.delivered, after.delivered, isRestarted),
      messages,
      isResumed ? Infinity : messages + onTheirWay,
    ),
  ]
}

function compare(name: ReconciledCount['name'], counted: Counted | undefined, least: number, most: number): readonly ReconciledCount[] {
  if (counted === undefined) return []
  const { server, wasReset } = counted
  // After a reset the counter has only a part of the messages.
  return [{ name, server, wasReset, least, most, agrees: (wasReset || server >= least) && server <= most }]
}

type Counted = Pick<ReconciledCount, 'server' | 'wasReset'>

// A counter that does not exist yet is 0.
function difference(before: number = 0, after: number | undefined, wasReset: boolean): Counted | undefined {
  return after === undefined ? undefined : { server: wasReset ? after : after - before, wasReset }
}

function isSmaller(after: number | undefined, before: number | undefined): boolean {
  return after !== undefined && before !== undefined && after < before
}
