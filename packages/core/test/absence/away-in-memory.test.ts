import { expect, test } from 'vitest'
import { formatSeconds } from '../../src/base/units/format.ts'
import { summarizeAbsences } from '../../src/result/summary/target-summary.ts'
import { judge } from '../../src/result/verdict/judge.ts'
import { MemoryUserLoad } from '../servers/memory-user-load.ts'
import { constantCurve } from '../../src/model/workload/load-curve.ts'
import { usersWorkload } from '../servers/memory-workloads.ts'
import { summaryFixture } from '../result/verdict/summary-fixture.ts'

const step = 10_000

test('the target is away from the first connection that breaks to the first byte, to the microsecond', async () => {
  const load = new MemoryUserLoad(usersWorkload(4, { curve: constantCurve(4, 10e6) }))
  const runStart = await load.start()
  await load.pass(300_000, true)
  // It goes: one connection after the other, and whoever comes is refused.
  const from = load.clock.now()
  load.network.welcome = 'refuse'
  for (const socket of load.network.open) {
    socket.fail('ECONNRESET')
    load.stand(100)
  }
  await load.pass(800_000, true)
  load.network.welcome = 'accept'
  const back = load.clock.now()
  while (load.network.open.length === 0) await load.pass(step)
  await load.respond()
  const to = load.clock.now()
  await load.pass(100_000, true)
  await load.end()
  const { absences, connections } = load.totals()
  expect(to).toBeGreaterThan(back)
  expect(absences).toEqual([{ from, to, broken: 4, refused: connections.refused }])
  expect(connections.refused).toBeGreaterThan(0)

  const summary = summaryFixture({ absences: summarizeAbsences({ absences, observers: 1, observedSeconds: [] }, runStart) })
  const { level, reasons } = judge(summary)
  expect(level).toBe('valid')
  expect(reasons).toEqual([
    {
      rule: 'target-away',
      level: 'note',
      text: `the target was away from 0.3 s to ${formatSeconds((to - runStart) / 1e6)}: all 4 connections broke within a second, and ${connections.refused} attempts to connect were refused`,
    },
  ])
})
