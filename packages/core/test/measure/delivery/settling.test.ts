import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../../src/base/clock/clock.ts'
import { DeliveryRecorder } from '../../../src/measure/delivery/delivery-recorder.ts'
import { DeliveryTotals, lossTime } from '../../../src/measure/delivery/delivery-totals.ts'
import type { SentMessage } from '../../../src/measure/delivery/deliveries.ts'
import { summarizeDeliveries } from '../../../src/result/summary/delivery-summary.ts'

const second = 1_000_000

/** One thread that sends to itself, and the sum of its reports. */
class Exchange {
  readonly clock = new ManualClock(second)
  readonly recorder = new DeliveryRecorder({ run: 'r', publisher: 0 }, this.clock)
  readonly totals = new DeliveryTotals()

  constructor() {
    this.recorder.begin(second)
  }

  sendAccepted(to: string): SentMessage {
    const sent = this.recorder.send({ to })
    sent.accepted()
    return sent
  }

  /** Lets time go by, with a report each ten seconds. */
  pass(seconds: number): void {
    for (let left = seconds; left > 0; left -= 10) {
      this.report()
      this.clock.advance(Math.min(10, left) * second)
    }
    this.report()
  }

  report(): void {
    const snapshot = this.recorder.take()
    if (snapshot !== undefined) this.totals.add(snapshot)
    this.totals.settle(this.clock.now())
  }

  lostBefore(now: number): number {
    const { inGap, afterLeaving, byTarget } = this.totals.lost(now)
    return inGap + afterLeaving + byTarget
  }
}

describe('a message that does not arrive', () => {
  test('a message that does not arrive counts as lost after a minute while the test runs, and as received when it comes after all', () => {
    const exchange = new Exchange()
    const anna = exchange.recorder.recipient('anna')
    const { stamp } = exchange.sendAccepted('anna')
    exchange.pass(50)
    expect(exchange.lostBefore(exchange.clock.now() - lossTime)).toBe(0)
    exchange.pass(20)
    expect(exchange.lostBefore(exchange.clock.now() - lossTime)).toBe(1)
    anna.received(stamp)
    exchange.pass(10)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ expected: 1, received: 1, lost: 0, lostByTarget: 0 })
  })

  test('a message that comes after an hour counts as received, and as repeated after that', () => {
    const exchange = new Exchange()
    const anna = exchange.recorder.recipient('anna')
    const { stamp } = exchange.sendAccepted('anna')
    exchange.pass(3600)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ received: 0, lost: 1, lostByTarget: 1 })
    anna.received(stamp)
    anna.received(stamp)
    exchange.pass(10)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ received: 1, duplicated: 1, lost: 0, lostByTarget: 0 })
  })

  test('a message that does not arrive is explained by a gap that ends only minutes later', () => {
    const exchange = new Exchange()
    const anna = exchange.recorder.recipient('anna')
    const from = exchange.clock.now()
    exchange.pass(10)
    exchange.sendAccepted('anna')
    exchange.pass(200)
    anna.gap(from, exchange.clock.now())
    exchange.pass(400)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ lost: 1, lostInGap: 1, gaps: 1 })
  })
})

describe('why a message did not arrive', () => {
  test.each([
    ['its recipient was reconnecting when it was sent', 0, 'lostInGap'],
    ['the connection ended just after it was accepted, with the message on its way', 1.9, 'lostInGap'],
    ['the target lost it, as the connection ended long after that', 2.1, 'lostByTarget'],
  ])('a message did not arrive because %s', (_, seconds, reason) => {
    const exchange = new Exchange()
    const anna = exchange.recorder.recipient('anna')
    exchange.sendAccepted('anna')
    exchange.pass(seconds)
    const from = exchange.clock.now()
    exchange.pass(1)
    anna.gap(from, exchange.clock.now())
    exchange.pass(10)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ lost: 1, [reason]: 1 })
  })

  test('a message was lost because its recipient had left, had not come, or was never there', () => {
    const exchange = new Exchange()
    exchange.recorder.recipient('anna').left()
    exchange.pass(1)
    exchange.sendAccepted('anna')
    exchange.sendAccepted('bob')
    exchange.sendAccepted('carl')
    exchange.pass(5)
    exchange.recorder.recipient('bob')
    exchange.pass(5)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ lost: 3, lostAfterLeaving: 3 })
  })

  test('a message is lost by the target where another recipient of the name was there all the time', () => {
    const exchange = new Exchange()
    const first = exchange.recorder.recipient('anna')
    exchange.recorder.recipient('anna')
    exchange.pass(1)
    first.left()
    exchange.pass(5)
    exchange.sendAccepted('anna')
    exchange.pass(5)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ lost: 1, lostByTarget: 1 })
  })

  test('a message was lost because the thread of its recipient died', () => {
    const exchange = new Exchange()
    exchange.recorder.recipient('anna')
    exchange.pass(5)
    exchange.sendAccepted('anna')
    exchange.report()
    exchange.totals.lose(0, exchange.clock.now())
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ lost: 1, lostAfterLeaving: 1 })
  })
})

test('a message whose reply comes after an hour is accepted after all', () => {
  const exchange = new Exchange()
  const anna = exchange.recorder.recipient('anna')
  const [arrived, refused, missing] = [0, 1, 2].map(() => exchange.recorder.send({ to: 'anna' }))
  anna.received(arrived?.stamp ?? '')
  exchange.pass(3600)
  expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ sent: 3, unanswered: 3, receivedUnaccepted: 1 })
  arrived?.accepted()
  refused?.refused()
  missing?.accepted()
  exchange.pass(10)
  expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({
    accepted: 2,
    refused: 1,
    unanswered: 0,
    expected: 2,
    received: 1,
    receivedUnaccepted: 0,
    lost: 1,
  })
})

test('messages to several recipients are timed to the last of them, where they reached all', () => {
  const exchange = new Exchange()
  const recipients = ['anna', 'bob', 'carl'].map((name) => exchange.recorder.recipient(name))
  const [toAll, toTwo] = [exchange.recorder.send({ expected: 3 }), exchange.recorder.send({ expected: 3 })]
  toAll.accepted()
  toTwo.accepted()
  recipients.forEach((recipient, index) => {
    exchange.clock.advance(1000)
    recipient.received(toAll.stamp)
    if (index < 2) recipient.received(toTwo.stamp)
    exchange.report()
  })
  expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({
    expected: 6,
    received: 5,
    lost: 1,
    reach: 5 / 6,
    deliveryTime: { count: 5, min: 1, max: 3 },
    fanOutTime: { count: 1, min: 3 },
  })
})

describe('a message to several of which one arrival is missing', () => {
  function sendToThree(): { readonly exchange: Exchange; readonly sent: SentMessage; readonly arrive: (name: number) => void } {
    const exchange = new Exchange()
    const recipients = ['anna', 'bob', 'carl'].map((name) => exchange.recorder.recipient(name))
    const sent = exchange.recorder.send({ expected: 3 })
    const arrive = (name: number): void => void recipients[name]?.received(sent.stamp)
    arrive(0)
    arrive(1)
    return { exchange, sent, arrive }
  }

  test('a message with a missing arrival is complete when that comes after an hour, and was not misdelivered', () => {
    const { exchange, sent, arrive } = sendToThree()
    sent.accepted()
    exchange.pass(3600)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ received: 2, lost: 1, lostByTarget: 1 })
    arrive(2)
    arrive(2)
    exchange.recorder.recipient('dora').received(sent.stamp)
    exchange.pass(10)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({
      expected: 3,
      received: 3,
      lost: 0,
      lostByTarget: 0,
      lostByTargetAtMost: 0,
      duplicated: 1,
      misdelivered: 1,
      fanOutTime: { count: 1 },
    })
  })

  test('a message with a missing arrival is accepted when its reply comes after an hour', () => {
    const { exchange, sent, arrive } = sendToThree()
    exchange.pass(3600)
    sent.accepted()
    exchange.pass(10)
    const counts = { accepted: 1, unanswered: 0, expected: 3, receivedUnaccepted: 0, misdelivered: 0 }
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ ...counts, received: 2, lost: 1 })
    arrive(2)
    exchange.pass(10)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject({ ...counts, received: 3, lost: 0 })
  })

  test('a message with a missing arrival may have been lost by the target though somebody was away meanwhile', () => {
    const { exchange, sent } = sendToThree()
    sent.accepted()
    const dora = exchange.recorder.recipient('dora')
    const from = exchange.clock.now()
    exchange.pass(1)
    dora.gap(from, exchange.clock.now())
    exchange.pass(10)
    const range = { lost: 1, lostInGap: 1, lostByTarget: 0, lostByTargetAtMost: 1 }
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject(range)
    exchange.pass(3600)
    expect(summarizeDeliveries('sse', exchange.totals)).toMatchObject(range)
  })
})

test('the memory of messages does not grow with the length of a test', () => {
  const exchange = new Exchange()
  const anna = exchange.recorder.recipient('anna')
  const sizes: number[] = []
  for (let minute = 0; minute < 60; minute++) {
    for (let message = 0; message < 100; message++) {
      const { stamp } = exchange.sendAccepted('anna')
      if (message > 0) anna.received(stamp)
    }
    exchange.pass(60)
    sizes.push(exchange.totals.open)
  }
  expect(Math.max(...sizes)).toBe(4)
})

test('no deliveries are reported where nobody sent or received anything', () => {
  const exchange = new Exchange()
  exchange.recorder.recipient('anna')
  exchange.pass(10)
  expect(summarizeDeliveries('sse', exchange.totals)).toBeUndefined()
})
