import { describe, expect, test } from 'vitest'
import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import { bufferedHabit, bufferedMessages, bufferedTime, generatorPartOfStall } from './delivery-rules.ts'
import { judge } from '../judge.ts'
import type { Reason } from '../verdict.ts'
import { deliveriesOf } from '../../../../test/measure/delivery/delivery-summary-fixture.ts'
import { summaryFixture, type SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'

/** The reasons that all rules give for messages, in a test that is healthy otherwise. */
function judgeDeliveries(given: Partial<DeliverySummary>, parts: SummaryParts = {}): readonly Reason[] {
  return judge(summaryFixture({ deliveries: [deliveriesOf(given)], ...parts })).reasons.filter(({ rule }) => rule !== 'generator-stalled')
}

test('messages that all arrived once and in order give no reason', () => {
  expect(judgeDeliveries({})).toEqual([])
})

describe('messages that did not arrive', () => {
  test('messages that the target lost are a note with share and count', () => {
    expect(judgeDeliveries({ received: 9_900, lost: 100, lostByTarget: 100 })).toEqual([
      {
        rule: 'deliveries-lost',
        level: 'note',
        text: 'the target lost 100 messages of 10,000 that were expected (1 %): it had accepted them, and their recipients were connected',
      },
    ])
  })

  test('lost messages are told apart from those whose recipient was not there', () => {
    const [reason] = judgeDeliveries({ received: 9_000, lost: 1000, lostByTarget: 1, lostInGap: 900, lostAfterLeaving: 99 })
    expect(reason?.text).toBe(
      'the target lost 1 message of 10,000 that were expected (0.01 %): it had accepted them, and their recipients were connected; besides, 900 were lost while the recipient was reconnecting and 99 were sent when the recipient was not there',
    )
  })

  test('lost messages are a range where it is not known which recipients they did not reach', () => {
    const textOf = (given: Partial<DeliverySummary>): string | undefined =>
      judgeDeliveries({ received: 9_700, lost: 300, ...given })[0]?.text
    expect(textOf({ lostByTarget: 100, lostInGap: 150, lostAfterLeaving: 50, lostByTargetAtMost: 300 })).toBe(
      'the target lost 100 to 300 messages of 10,000 that were expected (1 % to 3 %): it had accepted them, and of 200 it is not known whether their recipients were connected',
    )
    expect(textOf({ lostInGap: 300, lostByTargetAtMost: 200 })).toBe(
      'the target lost up to 200 messages of 10,000 that were expected (2 %): it had accepted them, and of 200 it is not known whether their recipients were connected; besides, 100 were lost while the recipient was not connected',
    )
  })

  test('lost messages make the result invalid where no others were sent', () => {
    const none = { received: 0, lost: 10_000 }
    const judgeFirst = (given: Partial<DeliverySummary>): Reason | undefined => judgeDeliveries({ ...none, ...given })[0]
    expect(judgeFirst({ lostByTarget: 9_000, lostAfterLeaving: 1000 })).toEqual({
      rule: 'no-delivery',
      level: 'invalid',
      text: 'not one of 10,000 messages that the target accepted arrived: 1,000 were sent when the recipient was not there',
    })
    expect(judgeDeliveries({ ...none, lostInGap: 10_000 }).map(({ text }) => text)).toEqual([
      'not one of 10,000 messages that the target accepted arrived: 10,000 were lost while the recipient was reconnecting',
    ])
    expect(judgeFirst({ received: 1, lost: 9_999, lostByTarget: 9_999 })?.rule).toBe('deliveries-lost')
    expect(judgeFirst({ lostByTarget: 10_000, unstamped: 1 })?.rule).toBe('deliveries-unrecognised')
    expect(judgeDeliveries({ sent: 0, accepted: 0, expected: 0, received: 0 })).toEqual([])
  })

  test('a missing message that has a reason is not lost by the target', () => {
    expect(judgeDeliveries({ received: 9_999, lost: 1, lostInGap: 1 })).toEqual([
      {
        rule: 'deliveries-lost',
        level: 'note',
        text: '1 message of 10,000 that were expected (0.01 %) did not arrive, none of them while its recipient was connected: 1 was lost while the recipient was reconnecting',
      },
    ])
  })
})

test('repetitions are a note with their share of the arrivals', () => {
  expect(judgeDeliveries({ duplicated: 100 })).toEqual([
    {
      rule: 'deliveries-repeated',
      level: 'note',
      text: '100 arrivals of 10,100 were repetitions (0.99 %): the recipient had the message already',
    },
  ])
})

test('messages out of order are a note', () => {
  expect(judgeDeliveries({ outOfOrder: 25 })).toMatchObject([
    {
      rule: 'deliveries-out-of-order',
      level: 'note',
      text: expect.stringMatching(/^25 messages of 10,000 \(0\.25 %\) arrived out of order/),
    },
  ])
})

describe('a time without arrivals', () => {
  test('a time without arrivals is reported with its start, its length and the messages under way, and others follow', () => {
    const stalls = [
      { at: 12.34, length: 1.02, underWay: 310 },
      { at: 3, length: 0.7, underWay: 1 },
      { at: 20, length: 0.5, underWay: 1 },
    ]
    expect(judgeDeliveries({ stalls })).toEqual([
      {
        rule: 'deliveries-stalled',
        level: 'note',
        text: 'nothing was delivered anywhere for 1.02 s at 12.3 s, although 310 messages were under way, and 2 more times, 1.2 s together',
      },
    ])
  })

  test('a time without arrivals may be the generator standing still', () => {
    const stalls = [{ at: 12, length: 1, underWay: 1 }]
    const judgeWith = (max: number): string | undefined =>
      judgeDeliveries({ stalls }, { thread: { loopDelay: { p50: 0.1, p99: 1, max } } })[0]?.text
    expect(judgeWith(1000 * generatorPartOfStall - 1)).not.toMatch(/generator/)
    expect(judgeWith(1000 * generatorPartOfStall)).toMatch(/; it may be the generator's: a load thread could do nothing for 500 ms$/)
  })
})

describe('messages that come in bunches', () => {
  const habit = { activeSeconds: 30, bufferedSeconds: 25 }

  test('messages that come in bunches are held back on the way where many of them do', () => {
    expect(judgeDeliveries({ ...habit, buffered: 10_000 * bufferedMessages })).toEqual([])
    expect(judgeDeliveries({ ...habit, buffered: 8300 })).toEqual([
      {
        rule: 'deliveries-buffered',
        level: 'note',
        text: '83 % of the messages came in one read with others sent 50 ms apart: the target, or something on the way, holds them back',
      },
    ])
  })

  test('a load thread that stands still may hold messages back', () => {
    const judgeWith = (p99: number): string | undefined =>
      judgeDeliveries({ ...habit, buffered: 8300 }, { thread: { loopDelay: { p50: 0.1, p99, max: 200 } } })[0]?.text
    expect(judgeWith(49)).not.toMatch(/load thread/)
    expect(judgeWith(50)).toMatch(/: a load thread that stood still for 50 ms, the target, or something on the way, holds them back$/)
  })

  test('messages that come in one bunch are the backlog of a stall', () => {
    expect(judgeDeliveries({ activeSeconds: 4, bufferedSeconds: bufferedHabit - 1, buffered: 8300 })).toEqual([])
    expect(judgeDeliveries({ activeSeconds: 40, bufferedSeconds: 40 * bufferedTime, buffered: 8300 })).toEqual([])
    expect(judgeDeliveries({ activeSeconds: 40, bufferedSeconds: 40 * bufferedTime + 1, buffered: 8300 })).toHaveLength(1)
  })
})

describe('messages that nobody expected', () => {
  test('unexpected messages are a note where the target had not accepted them', () => {
    expect(
      judgeDeliveries({ accepted: 9_990, refused: 3, unanswered: 7, expected: 9_990, received: 9_990, receivedUnaccepted: 5 }),
    ).toMatchObject([
      {
        rule: 'deliveries-unexpected',
        level: 'note',
        text: expect.stringMatching(/^5 messages arrived that the target had not accepted: it refused 3 and left 7/),
      },
    ])
  })

  test('unexpected messages are not called refused or unanswered where none was, as with a load thread that died', () => {
    expect(judgeDeliveries({ receivedUnaccepted: 5 })).toMatchObject([
      { text: '5 messages arrived that the target had not accepted, as far as is known: no sender has reported them' },
    ])
  })

  test('messages that came to the wrong recipient are a note', () => {
    expect(judgeDeliveries({ misdelivered: 1 })).toEqual([
      {
        rule: 'deliveries-unexpected',
        level: 'note',
        text: '1 message arrived at a recipient that it was not for, or at more than were expected',
      },
    ])
  })
})

describe('messages of which none is recognised', () => {
  const nothing = { received: 0, lost: 10_000, lostByTarget: 10_000 }

  test('messages without a recognised stamp make the result suspect where something arrived', () => {
    expect(judgeDeliveries({ ...nothing, unstamped: 9_998 })[0]).toEqual({
      rule: 'deliveries-unrecognised',
      level: 'suspect',
      text: 'none of 10,000 accepted messages was recognised, although 9,998 arrived, without a stamp: say how it is found in what arrives, such as by `payload`',
    })
    expect(judgeDeliveries({ ...nothing, foreign: 5 })[0]?.text).toMatch(/all of them of another run$/)
  })

  test('messages without a recognised stamp are lost where nothing arrived', () => {
    expect(judgeDeliveries(nothing)).toMatchObject([{ rule: 'no-delivery' }, { rule: 'deliveries-lost' }])
  })
})

describe('the identity of messages', () => {
  test.each([
    ['sent', { sent: 10_001 }, 'sse: sent 10,001, but accepted, refused and unanswered add up to 10,000, 1 too few'],
    ['expected', { received: 9_999, lost: 0 }, 'sse: expected 10,000, but received and lost add up to 9,999, 1 too few'],
    ['lost', { received: 9_999, lost: 1 }, 'sse: lost 1, but the reasons for it add up to 0, 1 too few'],
    [
      'what the target may have lost',
      { received: 9_999, lost: 1, lostInGap: 1, lostByTargetAtMost: 2 },
      'sse: lost by the target at most 2, of 1 and not less than 0',
    ],
    ['received', { received: 10_001, lost: -1, lostByTarget: -1 }, 'sse: received 10,001, 1 too many, though each is counted once'],
  ])('the identity of messages is invalid where %s does not add up', (_, given, text) => {
    expect(judgeDeliveries(given)[0]).toEqual({ rule: 'identity', level: 'invalid', text })
  })
})

test('each reason names its own plugin where there are several', () => {
  const deliveries = [deliveriesOf({ duplicated: 1 }), deliveriesOf({ name: 'socketio', duplicated: 2 })]
  const texts = judge(summaryFixture({ deliveries })).reasons.map(({ text }) => text)
  expect(texts).toEqual([expect.stringMatching(/^sse: 1 arrival of/), expect.stringMatching(/^socketio: 2 arrivals of/)])
})
