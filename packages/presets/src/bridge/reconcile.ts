import type { MeasuredBridge } from './measured-bridge.ts'
import type { ServerReading } from './server-readings.ts'

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
export function reconcile({ before, after }: ServerReading, measured: MeasuredBridge): readonly ReconciledCount[] {
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
