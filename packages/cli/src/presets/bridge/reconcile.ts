import type { MeasuredBridge } from './measured-bridge.ts'
import type { ServerReading } from './server-readings.ts'

/** One count of the bridge beside what was counted here. */
export interface ReconciledCount {
  readonly name: 'accepted' | 'delivered'
  readonly server: number
  /** What the bridge may have counted, going by what was counted here. */
  readonly least: number
  readonly most: number
  readonly agrees: boolean
}

/**
 * Holds what the bridge counted during a run against what was counted here.
 *
 * A message whose answer never came may have been accepted; one that was on its way to a connection that closed may count as delivered, and
 * once more where the next connection resumes.
 */
export function reconcile({ before, after }: ServerReading, measured: MeasuredBridge): readonly ReconciledCount[] {
  const { sent, posts, abortedPosts, messages, delivery, isResumed } = measured
  const refused = delivery?.refused ?? 0
  const onTheirWay = (delivery?.lostInGap ?? 0) + (delivery?.lostAfterLeaving ?? 0)
  return [
    ...compare('accepted', difference(before.accepted, after.accepted), sent, posts - refused + abortedPosts),
    ...compare('delivered', difference(before.delivered, after.delivered), messages, isResumed ? Infinity : messages + onTheirWay),
  ]
}

function compare(name: ReconciledCount['name'], server: number | undefined, least: number, most: number): readonly ReconciledCount[] {
  return server === undefined ? [] : [{ name, server, least, most, agrees: server >= least && server <= most }]
}

// A counter that is not there yet has counted nothing.
function difference(before: number | undefined, after: number | undefined): number | undefined {
  return after === undefined ? undefined : after - (before ?? 0)
}
