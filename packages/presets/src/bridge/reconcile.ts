import type { MeasuredBridge } from './measured-bridge.ts'
import type { ServerReading } from './server-readings.ts'

/** One count of the bridge beside what was counted here. */
export interface ReconciledCount {
  readonly name: 'accepted' | 'delivered'
  readonly server: number
  /** Whether the counter began again in between, so that what came before that is not in it. */
  readonly wasReset: boolean
  /** What the bridge may have counted, going by what was counted here. */
  readonly least: number
  readonly most: number
  readonly agrees: boolean
}

/**
 * Holds what the bridge counted during a run against what was counted here.
 *
 * A message whose response never came may have been accepted; one that was on its way to a connection that closed may count as delivered, and
 * once more where the next connection resumes.
 */
export function reconcile({ before, after }: ServerReading, measured: MeasuredBridge): readonly ReconciledCount[] {
  const { sent, posts, abortedPosts, messages, delivery, isResumed } = measured
  const refused = delivery?.refused ?? 0
  // One process has them all: where one of them began again, so did the others.
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
  // What follows a reset is a part of it.
  return [{ name, server, wasReset, least, most, agrees: (wasReset || server >= least) && server <= most }]
}

type Counted = Pick<ReconciledCount, 'server' | 'wasReset'>

// A counter that is not there yet has counted nothing.
function difference(before: number = 0, after: number | undefined, wasReset: boolean): Counted | undefined {
  return after === undefined ? undefined : { server: wasReset ? after : after - before, wasReset }
}

function isSmaller(after: number | undefined, before: number | undefined): boolean {
  return after !== undefined && before !== undefined && after < before
}
