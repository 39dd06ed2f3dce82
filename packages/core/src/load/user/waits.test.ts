import { expect, test, describe } from 'vitest'
import { systemClock, ManualClock } from '../../base/clock/clock.ts'
import { Waits, TargetWaits } from './waits.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../measure/recorder/user-recorder.ts'

describe('a wait until a time', () => {
  test('a wait resolves at its time and never before', async () => {
    const waits = new Waits(systemClock)
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const time = systemClock.now() + index * 777
        await waits.until(time)
        expect(systemClock.now()).toBeGreaterThanOrEqual(time)
      }),
    )
  })

  test('a wait for a past time lets the event loop turn', async () => {
    const microtasks = async (): Promise<string> => {
      for (let count = 0; count < 1000; count++) await Promise.resolve()
      return 'microtasks'
    }
    const waited = new Waits(systemClock).until(0)
    expect(await Promise.race([waited, microtasks()])).toBe('microtasks')
    await waited
  })

  test('an abort ends all waits at once, and new waits can begin', async () => {
    const waits = new Waits(systemClock)
    const reason = new Error('enough')
    const pending = [waits.until(Infinity), waits.until(systemClock.now() + 3600e6)]
    const ended = Promise.allSettled(pending)
    waits.abort(reason)
    expect(await ended).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    await waits.until(systemClock.now() + 1000)
  })
})

const runStart = 1000
const runEnd = 11_000

function createWaits(hasRequests = false): {
  readonly waits: TargetWaits
  readonly clock: ManualClock
  readonly waited: () => number | undefined
  /** For replies. */
  readonly waitedForReplies: () => number | undefined
} {
  const clock = new ManualClock(runStart)
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  recorder.begin(runStart, runEnd)
  return {
    waits: new TargetWaits(recorder, clock, hasRequests),
    clock,
    waited: () => recorder.take(clock.now()).users?.waiting,
    waitedForReplies: () => recorder.take(clock.now()).users?.waitingForReplies,
  }
}

describe('waits for the target', () => {
  test('a user waits from the first open wait to the last closed one, and counts once', () => {
    const { waits, clock, waited } = createWaits()
    clock.advance(100)
    const one = waits.open()
    clock.advance(100)
    const other = waits.open()
    clock.advance(100)
    one()
    one()
    clock.advance(100)
    other()
    clock.advance(100)
    expect(waited()).toBe(300)
  })

  test('a user does not count as waiting while a request is in flight', () => {
    const { waits, clock, waited } = createWaits(true)
    const close = waits.open()
    clock.advance(100)
    waits.onRequests(false, clock.now())
    clock.advance(100)
    waits.onRequests(true, clock.now())
    clock.advance(100)
    waits.onRequests(false, clock.now())
    clock.advance(100)
    close()
    clock.advance(100)
    expect(waited()).toBe(200)
  })

  test('a user does not count as waiting while its journey pauses', () => {
    const { waits, clock, waited } = createWaits()
    waits.open()
    clock.advance(100)
    waits.onPause(1)
    waits.onPause(1)
    clock.advance(100)
    waits.onPause(-1)
    clock.advance(100)
    waits.onPause(-1)
    clock.advance(100)
    expect(waited()).toBe(200)
  })

  test('a user that has left no longer waits, whatever is closed or opened then', () => {
    const { waits, clock, waited } = createWaits()
    const close = waits.open()
    clock.advance(100)
    waits.end()
    clock.advance(100)
    close()
    waits.open()
    clock.advance(100)
    expect(waited()).toBe(100)
  })

  test('waits count within the run phase only, and snapshots add up', () => {
    const { waits, clock, waited } = createWaits()
    waits.open()
    clock.advance(4000)
    expect(waited()).toBe(4000)
    clock.advance(20_000)
    expect(waited()).toBe(6000)
  })

  describe('a request of a plugin', () => {
    test('a user waits once for any number of requests of a plugin, and not for events meanwhile', () => {
      const { waits, clock, waited } = createWaits()
      waits.open()
      clock.advance(100)
      waits.onReplies(1, clock.now())
      clock.advance(100)
      waits.onReplies(1, clock.now())
      clock.advance(100)
      waits.onReplies(-1, clock.now())
      clock.advance(100)
      waits.onReplies(-1, clock.now())
      clock.advance(100)
      expect(waited()).toBe(200)
    })

    test('a user waits for a request of a plugin while its journey pauses, but not while an HTTP request is in flight', () => {
      const { waits, clock, waitedForReplies } = createWaits()
      waits.onReplies(1, clock.now())
      waits.onPause(1)
      clock.advance(100)
      waits.onPause(-1)
      clock.advance(100)
      waits.onRequests(true, clock.now())
      clock.advance(100)
      waits.onRequests(false, clock.now())
      clock.advance(100)
      waits.end()
      clock.advance(100)
      expect(waitedForReplies()).toBe(300)
    })
  })
})
