import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { ManualAlarms } from '../../../test/servers/manual-alarms.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import { LeavingUsers } from './journey-user.ts'

const ms = 1000

function leavingUsersOf(...users: readonly string[]): LeavingUsers<string> {
  const clock = new ManualClock()
  const all = new LeavingUsers<string>(clock, new ManualAlarms(clock).create)
  for (const user of users) all.add(user, true, () => undefined)
  return all
}

test('a user has four seconds to leave, and a stopped user one', () => {
  const all = leavingUsersOf('one')
  expect(all.giveUpAt(500 * ms, false)).toBe(4500 * ms)
  expect(all.giveUpAt(500 * ms, true)).toBe(1500 * ms)
})

test('a stopped user has one more second after each user that leaves, and four in total', () => {
  const all = leavingUsersOf('one', 'two', 'three')
  all.left('one', 1400 * ms)
  expect(all.giveUpAt(500 * ms, true)).toBe(2400 * ms)
  all.left('two', 4000 * ms)
  expect(all.giveUpAt(500 * ms, true)).toBe(4500 * ms)
  expect([...all]).toEqual(['three'])
})

test('users that left before another user began to leave give it no more time', () => {
  const all = leavingUsersOf('one')
  all.left('one', 100 * ms)
  expect(all.giveUpAt(500 * ms, true)).toBe(1500 * ms)
  expect(all.giveUpAt(500 * ms, false)).toBe(4500 * ms)
})

test('users that hang are given up together', async () => {
  const clock = new ManualClock()
  const alarms = new ManualAlarms(clock)
  const all = new LeavingUsers<string>(clock, alarms.create)
  const late: string[] = []
  for (const user of ['one', 'two', 'three']) {
    all.add(user, true, (seconds) => {
      late.push(`${user}: ${seconds}`)
      all.left(user)
    })
  }
  await alarms.pass(1000 * ms)
  await turn()
  expect(late).toEqual(['one: 1', 'two: 1', 'three: 1'])
})

test('no user is late for a response that came while the thread was busy', async () => {
  const clock = new ManualClock()
  const due = new Set<(now: number) => void>()
  const all = new LeavingUsers<string>(clock, (ring) => ({ set: () => void due.add(ring), clear: () => void due.delete(ring) }))
  const late: string[] = []
  for (const user of ['stuck', 'busy']) all.add(user, true, (seconds) => late.push(`${user}: ${seconds}`))
  const ring = (): void => {
    const rings = [...due]
    due.clear()
    for (const each of rings) each(clock.now())
  }
  const { port1, port2 } = new MessageChannel()
  port2.once('message', () => {
    all.left('busy')
    port2.close()
  })
  await turn()
  // When the alarms of both ring, the message is there to be read.
  port1.postMessage('done')
  clock.advance(1100 * ms)
  ring()
  await turn()
  await turn()
  expect([late, [...all]]).toEqual([[], ['stuck']])
  clock.advance(1000 * ms)
  ring()
  await turn()
  expect(late).toEqual(['stuck: 2'])
})
