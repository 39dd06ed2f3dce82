import { afterEach, describe, expect, test } from 'vitest'
import { Heartbeats, type HeartbeatReceiver, type HeartbeatRules } from './heartbeats.ts'

class Receiver implements HeartbeatReceiver {
  beats = 0
  dueAt = 0
  earlier: HeartbeatReceiver | undefined
  later: HeartbeatReceiver | undefined

  sendHeartbeat(): void {
    this.beats++
  }
}

let now = 1
let heartbeats: Heartbeats

afterEach(() => {
  heartbeats.stop()
})

/** Starts heartbeats whose timer fires only after an hour, so that the test triggers them. */
function start(rules: Partial<HeartbeatRules> = {}): void {
  heartbeats = new Heartbeats({ interval: 3_600_000, afterSilence: true, ...rules }, () => now)
}

function pass(milliseconds: number): void {
  now += milliseconds
  heartbeats.sendDue()
}

function add(): Receiver {
  const receiver = new Receiver()
  heartbeats.add(receiver)
  return receiver
}

describe('after silence', () => {
  test('each receiver has its own time', () => {
    start()
    const first = add()
    now += 1000
    const second = add()
    pass(3_598_999)
    expect([first.beats, second.beats]).toEqual([0, 0])
    pass(1)
    expect([first.beats, second.beats]).toEqual([1, 0])
    pass(1000)
    expect([first.beats, second.beats]).toEqual([1, 1])
    pass(3_599_000)
    expect([first.beats, second.beats]).toEqual([2, 1])
  })

  test('an event puts the next heartbeat off', () => {
    start()
    const [busy, silent] = [add(), add()]
    now += 1_800_000
    heartbeats.noteEvent(busy)
    pass(1_800_000)
    expect([busy.beats, silent.beats]).toEqual([0, 1])
    pass(1_800_000)
    expect([busy.beats, silent.beats]).toEqual([1, 1])
  })

  test('a receiver that has left gets no heartbeat, whatever its place was', () => {
    start()
    const receivers = [add(), add(), add()]
    const [first, middle, last] = receivers as [Receiver, Receiver, Receiver]
    heartbeats.remove(middle)
    heartbeats.noteEvent(middle)
    heartbeats.remove(middle)
    pass(3_600_000)
    expect(receivers.map(({ beats }) => beats)).toEqual([1, 0, 1])
    heartbeats.remove(first)
    heartbeats.remove(last)
    const next = add()
    pass(3_600_000)
    expect([...receivers, next].map(({ beats }) => beats)).toEqual([1, 0, 1, 1])
  })

  test('no more than a hundred receivers get their heartbeat at once', () => {
    start()
    const receivers = Array.from({ length: 250 }, add)
    const served = (): number => receivers.reduce((sum, { beats }) => sum + beats, 0)
    now += 3_600_000
    expect(
      [1, 2, 3, 4].map(() => {
        heartbeats.sendDue()
        return served()
      }),
    ).toEqual([100, 200, 250, 250])
  })
})

describe('at each tick', () => {
  test('an event changes nothing, and a late heartbeat does not move the next one', () => {
    start({ afterSilence: false })
    const receiver = add()
    heartbeats.noteEvent(receiver)
    pass(3_600_500)
    heartbeats.noteEvent(receiver)
    expect(receiver.beats).toBe(1)
    pass(3_599_499)
    expect(receiver.beats).toBe(1)
    pass(1)
    expect(receiver.beats).toBe(2)
  })
})
