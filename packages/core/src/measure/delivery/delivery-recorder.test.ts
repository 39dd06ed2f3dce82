import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../base/clock/clock.ts'
import { DeliveryRecorder, type DeliverySnapshot } from './delivery-recorder.ts'

function begin(now = 1_000_000): { readonly clock: ManualClock; readonly recorder: DeliveryRecorder } {
  const clock = new ManualClock(now)
  const recorder = new DeliveryRecorder({ run: 'run1', publisher: 3 }, clock)
  recorder.begin(now)
  return { clock, recorder }
}

describe('a recorder of deliveries', () => {
  test('a delivery recorder returns what was sent, accepted and received since the last snapshot', () => {
    const { clock, recorder } = begin()
    const recipient = recorder.recipient(['anna', 7])
    const [first, second, third] = [recorder.send({ to: 'anna' }), recorder.send({ to: '7' }), recorder.send({ expected: 2 })]
    clock.advance(1500)
    first.accepted()
    second.refused()
    expect(recipient.received(`{"text":"${first.stamp}"}`)).toBe('received')
    expect(recipient.received(third.stamp, 1_002_000)).toBe('received')
    expect(recorder.take()).toMatchObject({
      publisher: 3,
      sent: { first: 0, at: Float64Array.of(1_000_000, 1_000_000, 1_000_000) },
      replies: { accepted: Uint32Array.of(0), acceptedAt: Float64Array.of(1_001_500), refused: Uint32Array.of(1) },
      arrivals: [{ publisher: 3, single: Uint32Array.of(0), shared: Uint32Array.of(2), sharedAt: Float64Array.of(1_002_000) }],
      presence: { joined: [{ recipient: 0, names: [expect.any(Number), expect.any(Number)] }] },
      deliveryTime: { count: 2, min: 1500, max: 2000 },
    })
    expect(recorder.take()).toBeUndefined()
    third.accepted()
    expect(recorder.take()).toMatchObject({ sent: { first: 3, at: new Float64Array(0) }, replies: { accepted: Uint32Array.of(2) } })
    recorder.send({ to: 'anna' })
    expect(recorder.take()?.sent.first).toBe(3)
  })

  test('a delivery recorder counts the first reply to a message', () => {
    const { recorder } = begin()
    const [one, other] = [recorder.send({ to: 'anna' }), recorder.send({ to: 'anna' })]
    one.accepted()
    one.refused()
    one.accepted()
    other.refused()
    other.accepted()
    expect(recorder.take()?.replies).toMatchObject({ accepted: Uint32Array.of(0), refused: Uint32Array.of(1) })
  })

  test('a delivery recorder classifies each received text', () => {
    const { recorder } = begin()
    const anna = recorder.recipient('anna')
    const { stamp } = recorder.send({ to: 'anna' })
    const toAll = recorder.send({ expected: 2 }).stamp
    const [other, another] = [recorder.recipient('bob'), recorder.recipient('anna')]
    expect([anna.received(stamp), anna.received(stamp), another.received(stamp), other.received(stamp)]).toEqual([
      'received',
      'duplicated',
      'duplicated',
      'misdelivered',
    ])
    expect([anna.received(toAll), other.received(toAll), anna.received(toAll)]).toEqual(['received', 'received', 'duplicated'])
    expect([anna.received(stamp.replace('run1', 'run2')), anna.received('heartbeat')]).toEqual(['foreign', 'unstamped'])
    expect(recorder.take()).toMatchObject({ duplicated: 3, misdelivered: 1, foreign: 1, unstamped: 1, deliveryTime: { count: 3 } })
  })

  test('a delivery recorder does not count messages sent before the run phase, nor their arrivals', () => {
    const clock = new ManualClock(1000)
    const recorder = new DeliveryRecorder({ run: 'run1', publisher: 0 }, clock)
    const early = recorder.send({ to: 'anna' })
    recorder.begin(2000)
    const warmup = recorder.send({ to: 'anna' })
    const anna = recorder.recipient('anna')
    expect([anna.received('nothing'), anna.received(early.stamp)]).toEqual(['unstamped', 'received'])
    clock.advance(1000.5)
    warmup.accepted()
    early.refused()
    expect([anna.received(warmup.stamp), anna.received(warmup.stamp)]).toEqual(['received', 'received'])
    expect(recorder.take()).toMatchObject({
      sent: { at: new Float64Array(0) },
      replies: { accepted: new Uint32Array(0), refused: new Uint32Array(0) },
      arrivals: [],
      unstamped: 0,
    })
    const counted = recorder.send({ to: 'anna' })
    expect(anna.received(counted.stamp)).toBe('received')
    expect(recorder.take()).toMatchObject({ sent: { first: 0, at: Float64Array.of(2000) }, arrivals: [{ single: Uint32Array.of(0) }] })
  })

  test('a delivery recorder records which messages were overtaken, by the name of their recipient', () => {
    const { clock, recorder } = begin()
    const recipient = recorder.recipient(['anna', 'bob'])
    const stamps = ['anna', 'bob', 'anna', 'anna'].map((to) => {
      clock.advance(10)
      return recorder.send({ to }).stamp
    })
    for (const index of [2, 1, 0, 3, 0]) recipient.received(stamps[index] ?? '')
    expect(recorder.take()?.behind).toMatchObject({ sequence: Uint32Array.of(0), laterSentAt: Float64Array.of(1_000_030) })
  })

  test('a delivery recorder records once that a recipient left, and gaps with a length', () => {
    const { recorder } = begin()
    const recipient = recorder.recipient('anna')
    recipient.gap(5, 5)
    recipient.gap(5, 6)
    recipient.left()
    recipient.left()
    expect(recorder.take()?.presence).toMatchObject({ left: [{ recipient: 0 }], gaps: [{ from: 5, to: 6 }] })
  })

  test('a delivery recorder refuses an invalid number of recipients, and counts nothing', () => {
    const { recorder } = begin()
    expect(() => recorder.send({ expected: -1 })).toThrow(
      'the number of recipients a message is expected by must be a whole number from 0 on, not -1',
    )
    expect(recorder.take()).toBeUndefined()
  })

  test('a delivery recorder needs at most 48 bytes of a snapshot for a message with all its reports', () => {
    const { clock, recorder } = begin()
    const recipient = recorder.recipient('anna')
    for (let message = 0; message < 4000; message++) {
      clock.advance(250)
      const sent = recorder.send({ to: 'anna' })
      sent.accepted()
      recipient.received(sent.stamp)
    }
    const snapshot = recorder.take()
    expect(bytesOf(snapshot) / 4000).toBeLessThan(40)
  })
})

function bytesOf(value: DeliverySnapshot | undefined): number {
  const parts: unknown[] = [value]
  let bytes = 0
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (ArrayBuffer.isView(part)) bytes += part.byteLength
    else if (typeof part === 'object' && part !== null) parts.push(...Object.values(part))
    else bytes += 8
  }
  return bytes
}
