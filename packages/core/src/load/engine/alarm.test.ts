import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock/clock.ts'
import { systemAlarms, type Alarm } from './alarm.ts'

const createAlarm = systemAlarms(systemClock)
const alarms: Alarm[] = []
afterEach(() => {
  for (const alarm of alarms.splice(0)) alarm.clear()
})

/** An alarm that notes when it rang, and a promise of the first time. */
function noting(): { alarm: Alarm; rang: number[]; first: Promise<number> } {
  const rang: number[] = []
  const { promise, resolve } = Promise.withResolvers<number>()
  const alarm = createAlarm((now) => {
    rang.push(now)
    resolve(now)
  })
  alarms.push(alarm)
  return { alarm, rang, first: promise }
}

/** Waits for another alarm, so that one which was to ring before would have rung. */
async function pass(milliseconds: number): Promise<void> {
  const { alarm, first } = noting()
  alarm.set(systemClock.now() + milliseconds * 1000)
  await first
}

describe('an alarm of the system', () => {
  test.each([0.4, 1, 1.7, 25.3])('an alarm never rings before %d ms are over', async (wait) => {
    const { alarm, first } = noting()
    const time = systemClock.now() + wait * 1000
    alarm.set(time)
    expect(await first).toBeGreaterThanOrEqual(time)
  })

  test('an alarm rings once, at the time that was set last, later or earlier', async () => {
    const { alarm, rang, first } = noting()
    const now = systemClock.now()
    for (const wait of [2000, 30_000, 25_000]) alarm.set(now + wait)
    expect(await first).toBeGreaterThanOrEqual(now + 25_000)
    await pass(40)
    expect(rang).toHaveLength(1)
  })

  test('an alarm for a past time rings after its caller has returned', async () => {
    const { alarm, rang, first } = noting()
    alarm.set(systemClock.now() - 5000)
    expect(rang).toEqual([])
    await first
    expect(rang).toHaveLength(1)
  })

  test('a cleared alarm does not ring, even if it was about to', async () => {
    const { alarm, rang } = noting()
    alarm.set(0)
    alarm.clear()
    alarm.set(systemClock.now() + 21_000)
    await pass(19)
    alarm.clear()
    const before = rang.length
    await pass(10)
    expect(rang).toHaveLength(before)
  })

  test('an alarm can be set further away than a timer can wait, and for ever', async () => {
    const { alarm, rang } = noting()
    alarm.set(systemClock.now() + 40 * 86_400e6)
    alarm.set(Infinity)
    await pass(10)
    expect(rang).toEqual([])
  })
})
