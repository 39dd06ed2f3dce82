import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeliverySnapshot } from './delivery-recorder.ts'
import { DeliveryTotals } from './delivery-totals.ts'
import { anyHistory, type Happening } from '../../../test/measure/delivery/delivery-history.ts'
import { countAll, type Figures } from '../../../test/measure/delivery/delivery-model.ts'
import { play, type Played } from '../../../test/measure/delivery/play-history.ts'

const second = 1_000_000

test('delivery totals are exact, however threads split and order their snapshots', () => {
  fc.assert(
    fc.property(anyHistory(3 * second), fc.infiniteStream(fc.nat(2)), (history, order) => {
      const played = play(history)
      const totals = new DeliveryTotals()
      for (const snapshot of mix(played, order)) totals.add(structuredClone(snapshot))
      expect(tableOf(totals)).toEqual(countAll(played.messages, played.recipients, played.arrivals))
    }),
    { numRuns: 400 },
  )
})

describe('when it lets go of messages in between', () => {
  function settle(history: readonly Happening[]): { readonly played: Played; readonly figures: Figures } {
    const played = play(history)
    const totals = new DeliveryTotals()
    for (const { snapshot, at } of played.told.flat().toSorted((a, b) => a.at - b.at)) {
      totals.add(snapshot)
      totals.settle(at)
    }
    return { played, figures: tableOf(totals) }
  }

  test('delivery totals that release messages count messages to one recipient the same, whenever replies and arrivals come', () => {
    const toOne = anyHistory(40 * second).map((history) =>
      history.map((happening) => (happening.kind === 'send' ? { ...happening, expected: undefined } : happening)),
    )
    fc.assert(
      fc.property(toOne, (history) => {
        const { played, figures } = settle(history)
        const all = countAll(played.messages, played.recipients, played.arrivals)
        // Once a message arrives or gets its reply minutes later, its order and the reason for a loss are no longer known.
        expect({ ...figures, outOfOrder: 0, lost: sumOf(figures) }).toEqual({ ...all, outOfOrder: 0, lost: sumOf(all) })
        expect(figures.outOfOrder).toBeLessThanOrEqual(all.outOfOrder)
        expect(figures.lost.unclear).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('delivery totals that release messages count messages to several recipients the same, except for surplus arrivals of refused ones', () => {
    const withoutOrder = (figures: Figures): object => {
      const { misdelivered, receivedUnaccepted, outOfOrder: _, lost: __, ...others } = figures
      return { ...others, lost: sumOf(figures), unwanted: misdelivered + receivedUnaccepted }
    }
    fc.assert(
      fc.property(anyHistory(40 * second), (history) => {
        const { played, figures } = settle(history)
        expect(withoutOrder(figures)).toEqual(withoutOrder(countAll(played.messages, played.recipients, played.arrivals)))
        expect(figures.lost.unclear).toBeLessThanOrEqual(figures.lost.inGap + figures.lost.afterLeaving)
      }),
      { numRuns: 300 },
    )
  })
})

function tableOf(totals: DeliveryTotals): Figures {
  return { ...totals.counts, lost: totals.lost() }
}

function sumOf({ lost: { inGap, afterLeaving, byTarget } }: Pick<Figures, 'lost'>): number {
  return inGap + afterLeaving + byTarget
}

// Each thread's own in their order, whoever comes first.
function mix({ told }: Played, order: Iterable<number>): DeliverySnapshot[] {
  const left = told.map((ofThread) => ofThread.map(({ snapshot }) => snapshot))
  const mixed: DeliverySnapshot[] = []
  for (const thread of order) {
    const waiting = left.filter((ofThread) => ofThread.length > 0)
    const next = waiting[thread % Math.max(1, waiting.length)]?.shift()
    if (next === undefined) return mixed
    mixed.push(next)
  }
  return mixed
}
