import { expect, test } from 'vitest'
import { ManualClock } from '../../base/clock/clock.ts'
import { DeliveryRecorder } from './delivery-recorder.ts'
import { ReconnectingRecipient } from './deliveries.ts'

function begin(): { readonly recorder: DeliveryRecorder; readonly anna: ReconnectingRecipient } {
  const clock = new ManualClock(1_000_000)
  const recorder = new DeliveryRecorder({ run: 'run1', publisher: 0 }, clock)
  recorder.begin(1_000_000)
  return { recorder, anna: new ReconnectingRecipient(recorder, 'anna') }
}

test('a recipient that was never connected is expected to receive nothing', () => {
  const { recorder, anna } = begin()
  const { stamp } = recorder.send({ to: 'anna' })
  expect(anna.received(stamp, 1)).toBeUndefined()
  anna.interrupted(2)
  anna.left(3)
  expect(recorder.take()).toMatchObject({ arrivals: [], presence: { joined: [], gaps: [] } })
})

test('a recipient that connects again is the same one, with a gap between', () => {
  const { recorder, anna } = begin()
  const { stamp } = recorder.send({ to: 'anna' })
  // A failed attempt: the recipient was not there yet.
  anna.interrupted(0)
  anna.connected(1)
  expect(anna.received(stamp, 2)).toBe('received')
  anna.interrupted(3)
  // The same end again, or a failed attempt.
  anna.interrupted(4)
  anna.connected(5)
  anna.connected(6)
  expect(anna.received(stamp, 7)).toBe('duplicated')
  expect(recorder.take()?.presence).toMatchObject({ joined: [{ recipient: 0 }], left: [], gaps: [{ from: 3, to: 5 }] })
})

test('a recipient that leaves between two connections was in a gap until then', () => {
  const { recorder, anna } = begin()
  anna.connected(1)
  anna.interrupted(3)
  anna.left(8)
  anna.left(9)
  expect(recorder.take()?.presence).toMatchObject({ left: [{ recipient: 0 }], gaps: [{ from: 3, to: 8 }] })
})
