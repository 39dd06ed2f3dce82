import { sumOf } from '../../../base/units/count.ts'
import { bufferedGap } from '../../../measure/delivery/arrival-timeline.ts'
import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import type { GeneratorSummary } from '../../summary/generator-summary.ts'
import { formatNumber, formatSeconds, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { rule, withName, type Finding, type Rule } from '../rule.ts'

/**
 * Share of arrivals in one read with a message sent at least 50 ms earlier or later, above which something holds messages back.
 *
 * Two messages to one recipient that are sent 50 ms apart meet in one read only when something held the first one back. Garbage collection does so now
 * and then; up to one in ten, p90 of the delivery times is still that of messages that were not held back.
 */
export const bufferedMessages = 0.1

/**
 * Share of the seconds with arrivals in which messages were held back, above which holding back is a habit.
 *
 * After a stall, messages that were held back arrive in the next second, or in a few while the backlog is worked off. A buffer that is flushed at least
 * every four seconds reaches a quarter.
 */
export const bufferedTime = 0.25

/**
 * Seconds in which messages were held back, from which holding back can be a habit.
 *
 * What is read after one stall can fall into two seconds.
 */
export const bufferedHabit = 3

/**
 * Longest hold-up of a load thread's event loop as a share of a time without arrivals, from which both are reported together.
 *
 * A message that a thread has not read has not arrived. From half of the time on, the generator is as likely a cause of the silence as the target.
 */
export const generatorPartOfStall = 0.5

/** Makes a rule for each plugin that carried messages; with several plugins, each text begins with the name of the plugin. */
function deliveryRule(
  name: string,
  level: Finding['level'],
  describe: (deliveries: DeliverySummary, generator: GeneratorSummary) => string | readonly string[] | null,
): Rule {
  return rule(name, ({ deliveries, generator }) =>
    deliveries.flatMap((each) =>
      [describe(each, generator) ?? []].flat().map((text) => ({ level, text: withName(deliveries.length === 1 ? '' : each.name, text) })),
    ),
  )
}

/**
 * Reports that no message that the target accepted arrived, so that nothing was measured of what the test is about.
 *
 * When texts arrived that were not recognised, most likely their stamps were not found, which has its own rule.
 */
export const noDelivery: Rule = deliveryRule('no-delivery', 'invalid', (deliveries) => {
  const { expected, received, receivedUnaccepted, misdelivered, unstamped, foreign } = deliveries
  if (expected === 0 || received + receivedUnaccepted + misdelivered + unstamped + foreign > 0) return null
  const away = listAway(deliveries)
  const why = away.length === 0 ? '' : `: ${away.join(' and ')}`
  return `not one of ${plural(expected, 'message')} that the target accepted arrived${why}`
})

/** Reports messages that were accepted and texts that arrived without a stamp in any: most likely the stamp was looked for in the wrong place. */
export const deliveriesUnrecognised: Rule = deliveryRule('deliveries-unrecognised', 'suspect', (deliveries) => {
  const { accepted, received, receivedUnaccepted, misdelivered, unstamped, foreign } = deliveries
  if (accepted === 0 || received + receivedUnaccepted + misdelivered > 0 || unstamped + foreign === 0) return null
  const why = unstamped > 0 ? 'without a stamp: say how it is found in what arrives, such as by `payload`' : 'all of them of another run'
  return `none of ${plural(accepted, 'accepted message')} was recognised, although ${formatNumber(unstamped + foreign)} arrived, ${why}`
})

/** Reports accepted messages that did not arrive: a finding about the target, which does not affect how far the result can be believed. */
export const deliveriesLost: Rule = deliveryRule('deliveries-lost', 'note', (deliveries) =>
  deliveries.lostByTargetAtMost > 0 ? describeTarget(deliveries) : describeAway(deliveries),
)

function describeTarget(deliveries: DeliverySummary): string {
  const { lostByTarget, lostByTargetAtMost, expected } = deliveries
  if (lostByTargetAtMost > lostByTarget) return describeRange(deliveries)
  const away = listAway(deliveries)
  const besides = away.length === 0 ? '' : `; besides, ${away.join(' and ')}`
  return `the target lost ${describeLost(lostByTarget, expected)}: it had accepted them, and their recipients were connected${besides}`
}

// For messages to several recipients it is unknown which were not reached.
function describeRange({ lostByTarget, lostByTargetAtMost, lost, expected }: DeliverySummary): string {
  const unclear = lostByTargetAtMost - lostByTarget
  const least = lostByTarget > 0 ? `${formatNumber(lostByTarget)} to` : 'up to'
  const share = formatShare(lostByTargetAtMost / Math.max(lostByTargetAtMost, expected))
  const shares = lostByTarget > 0 ? `${formatShare(lostByTarget / Math.max(lostByTarget, expected))} to ${share}` : share
  const messages = `${plural(lostByTargetAtMost, 'message')} of ${plural(expected, 'that was', 'that were')} expected`
  const clear = lost - lostByTargetAtMost
  const besides = clear > 0 ? `; besides, ${plural(clear, 'was', 'were')} lost while the recipient was not connected` : ''
  return `the target lost ${least} ${messages} (${shares}): it had accepted them, and of ${formatNumber(unclear)} it is not known whether their recipients were connected${besides}`
}

function describeAway(deliveries: DeliverySummary): string | null {
  const away = listAway(deliveries)
  // When no recipient received anything, another rule reports it.
  if (away.length === 0 || deliveries.received === 0) return null
  const lost = describeLost(deliveries.lostInGap + deliveries.lostAfterLeaving, deliveries.expected)
  return `${lost} did not arrive, none of them while its recipient was connected: ${away.join(' and ')}`
}

function listAway({ lostInGap, lostAfterLeaving }: DeliverySummary): string[] {
  return [
    ...(lostInGap > 0 ? [`${plural(lostInGap, 'was', 'were')} lost while the recipient was reconnecting`] : []),
    ...(lostAfterLeaving > 0 ? [`${plural(lostAfterLeaving, 'was', 'were')} sent when the recipient was not there`] : []),
  ]
}

function describeLost(lost: number, expected: number): string {
  return `${plural(lost, 'message')} of ${plural(expected, 'that was', 'that were')} expected (${formatShare(lost / Math.max(lost, expected))})`
}

/** Reports messages that arrived although the target had not accepted them, or where they were not expected. */
export const deliveriesUnexpected: Rule = deliveryRule('deliveries-unexpected', 'note', (deliveries) => {
  const { receivedUnaccepted, refused, unanswered, misdelivered } = deliveries
  const arrived = `${plural(receivedUnaccepted, 'message')} arrived that the target had not accepted`
  // Messages that nobody sent are those of a load thread that died before it could report their acceptance.
  const unaccepted =
    refused + unanswered === 0
      ? `${arrived}, as far as is known: no sender has reported them`
      : `${arrived}: it refused ${formatNumber(refused)} and left ${formatNumber(unanswered)} without a response, and a sender that repeats those sends them twice`
  const whose = `that ${misdelivered === 1 ? 'it was' : 'they were'} not for, or at more than were expected`
  return [
    ...(receivedUnaccepted === 0 ? [] : [unaccepted]),
    ...(misdelivered === 0 ? [] : [`${plural(misdelivered, 'message')} arrived at a recipient ${whose}`]),
  ]
})

/** Reports messages that arrived more than once at the same recipient. */
export const deliveriesRepeated: Rule = deliveryRule('deliveries-repeated', 'note', ({ duplicated, received, receivedUnaccepted }) => {
  if (duplicated === 0) return null
  const arrivals = duplicated + received + receivedUnaccepted
  const share = `${plural(duplicated, 'arrival')} of ${formatNumber(arrivals)}`
  return `${share} ${duplicated === 1 ? 'was a repetition' : 'were repetitions'} (${formatShare(duplicated / arrivals)}): the recipient had the message already`
})

/** Reports messages that were overtaken by another message to the same recipient, although the target had accepted them before the other was sent. */
export const deliveriesOutOfOrder: Rule = deliveryRule('deliveries-out-of-order', 'note', ({ outOfOrder, received }) => {
  if (outOfOrder === 0) return null
  const share = `${plural(outOfOrder, 'message')} of ${formatNumber(received)} (${formatShare(outOfOrder / Math.max(outOfOrder, received))})`
  return `${share} arrived out of order: behind one to the same recipient that was sent after the target had accepted them`
})

/** Reports times in which nothing was delivered anywhere, although messages were under way. */
export const deliveriesStalled: Rule = deliveryRule('deliveries-stalled', 'note', ({ stalls: [longest, ...others] }, generator) => {
  if (longest === undefined) return null
  const { at, length, underWay } = longest
  const messages = plural(underWay, 'message was', 'messages were')
  const silence = `nothing was delivered anywhere for ${formatTime(length * 1000)} at ${formatSeconds(at)}, although ${messages} under way`
  const together = `${formatSeconds(sumOf(others, (other) => other.length))} together`
  const more = others.length === 0 ? '' : `, and ${plural(others.length, 'more time', 'more times')}, ${together}`
  return `${silence}${more}${describeGenerator(generator, length)}`
})

// A message that a load thread did not read did not arrive, even if it had reached the machine.
function describeGenerator({ threads }: GeneratorSummary, length: number): string {
  const held = Math.max(0, ...threads.map(({ loopDelay }) => loopDelay.max))
  if (held < length * 1000 * generatorPartOfStall) return ''
  return `; it may be the generator's: a load thread could do nothing for ${formatTime(held)}`
}

/**
 * Reports messages that repeatedly arrive in bunches because something collects them; messages after a single stall do not count, nor do replays.
 *
 * A load thread that stands still collects what its sockets have received, as a buffer does.
 */
export const deliveriesBuffered: Rule = deliveryRule('deliveries-buffered', 'note', (deliveries, { threads }) => {
  const { buffered, activeSeconds, bufferedSeconds, received, receivedUnaccepted, duplicated, misdelivered } = deliveries
  const share = buffered / Math.max(1, received + receivedUnaccepted + duplicated + misdelivered)
  if (share <= bufferedMessages || bufferedSeconds < bufferedHabit || bufferedSeconds / activeSeconds <= bufferedTime) return null
  const apart = formatTime(bufferedGap / 1000)
  const held = Math.max(0, ...threads.map(({ loopDelay }) => loopDelay.p99))
  const generator = held * 1000 < bufferedGap ? '' : `a load thread that stood still for ${formatTime(held)}, `
  return `${formatShare(Math.min(1, share))} of the messages came in one read with others sent ${apart} apart: ${generator}the target, or something on the way, holds them back`
})
