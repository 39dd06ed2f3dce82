import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryUserLoad, memorySeed } from '../../../test/servers/memory-user-load.ts'
import { serverEvent, type ServerEvent } from '../../../test/servers/memory-servers.ts'
import { sumOutcomes } from '../../model/metrics/outcome.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { Arrivals } from '../../model/workload/schedule.ts'
import { constantCurve, highestLevel, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Part, BatchWorkload, RateWorkload, UsersWorkload, UserWorkload } from '../../model/workload/workload.ts'
import { scheduleOf } from './schedule.ts'

type Event = ServerEvent | { readonly type: 'pass'; readonly time: number } | { readonly type: 'block'; readonly time: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 20, arbitrary: serverEvent },
  { weight: 12, arbitrary: fc.record({ type: fc.constant('pass'), time: fc.integer({ min: 1, max: 60_000 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('block'), time: fc.integer({ min: 1, max: 200_000 }) }) },
)
const events = fc.array(event, { maxLength: 60 })
const phases = {
  startAfter: fc.constantFrom(0, 30_000),
  warmup: fc.constantFrom(0, 50_000),
  gracefulStop: fc.constantFrom(0, 40_000),
}
const curveOf = (level: fc.Arbitrary<number>): fc.Arbitrary<LoadCurve> =>
  fc.record({
    from: level,
    steps: fc.array(fc.record({ duration: fc.constantFrom(0, 100_000, 333_333), to: level }), { minLength: 1, maxLength: 4 }),
  })
const anyPart = fc.constantFrom({ worker: 0, workers: 1 }, { worker: 0, workers: 2 }, { worker: 1, workers: 2 })

const rate: fc.Arbitrary<RateWorkload> = fc
  .record({
    ...phases,
    kind: fc.constant('rate'),
    curve: curveOf(fc.integer({ min: 0, max: 300 })),
    arrivals: fc.constantFrom('uniform', 'poisson'),
    iterations: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    maxUsers: fc.integer({ min: 2, max: 12 }),
    reuseUsers: fc.boolean(),
  })
  .map((workload) => (workload.iterations === undefined ? workload : { ...workload, curve: constantCurve(100, Infinity) }))

const users: fc.Arbitrary<UsersWorkload> = fc
  .record({
    ...phases,
    kind: fc.constant('users'),
    curve: curveOf(fc.integer({ min: 0, max: 8 })),
    iterations: fc.option(fc.record({ of: fc.constantFrom('user', 'run'), count: fc.integer({ min: 1, max: 20 }) }), { nil: undefined }),
    pacing: fc.constantFrom(0, 0, 7000),
  })
  .map((workload) => (workload.iterations === undefined ? workload : { ...workload, curve: constantCurve(5, Infinity) }))

const batch: fc.Arbitrary<BatchWorkload> = fc
  .record({
    ...phases,
    kind: fc.constant('batch'),
    batch: fc.integer({ min: 1, max: 8 }),
    duration: fc.constant(300_000),
    iterations: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  })
  .map((workload) => (workload.iterations === undefined ? workload : { ...workload, duration: undefined }))

async function apply(running: MemoryUserLoad, happening: Event): Promise<void> {
  if (happening.type === 'pass') await running.pass(happening.time)
  else if (happening.type === 'block') await running.block(happening.time)
  else running.servers.apply(happening)
}

/** Expects that everything that was started ended exactly once, and that nothing is left. */
function expectIdentity(running: MemoryUserLoad, totals: ScenarioTotals): void {
  const all = totals.users!
  for (const [requests, iterations] of [
    [totals.warmup, all.warmup],
    [totals.run, all.run],
  ] as const) {
    expect(requests.started).toBe(sumOutcomes(requests.outcomes))
    expect(iterations.started).toBe(iterations.completed + iterations.failed + iterations.aborted)
    expect([iterations.started, iterations.dropped]).toEqual([requests.started, requests.dropped])
    expect(iterations.completed).toBe(requests.outcomes.ok)
    expect(iterations.aborted).toBe(requests.outcomes.aborted)
  }
  expect(all.created).toBe(all.completed + all.failed + all.aborted)
  expect(running.recorder.users).toBe(0)
  expect(running.recorder.requests.inFlight).toBe(0)
  expect(running.load.opened).toBe(0)
  expect(running.network.sockets.filter((socket) => socket.isHeld)).toEqual([])
  const written = running.network.sockets.reduce((sum, socket) => sum + socket.requests.length, 0)
  expect(written).toBeLessThanOrEqual(totals.warmup.started + totals.run.started + running.recorder.repeated)
}

/** The planned instants of a thread in a test that starts at `start`, up to `now`. */
function plannedUntil(now: number, workload: RateWorkload, start: number, part: Part): number[] {
  const due: number[] = []
  const arrivals = new Arrivals(workload, part, memorySeed)
  const { runStart } = scheduleOf(workload, start)
  for (; runStart + arrivals.dueAt <= now; arrivals.advance()) due.push(runStart + arrivals.dueAt)
  return due
}

test('an open load starts or drops exactly its schedule at the planned times, with no more users than allowed, whatever servers do', async () => {
  await fc.assert(
    fc.asyncProperty(rate, anyPart, events, async (workload, { worker, workers }, happenings) => {
      const running = new MemoryUserLoad(workload, { worker, workers })
      const start = await running.start()
      for (const happening of happenings) await apply(running, happening)
      const { planned, dropped, starts } = running.recorder
      const all = [...planned, ...dropped].toSorted((one, other) => one - other)
      expect(all).toEqual(plannedUntil(running.clock.now(), workload, start, { worker, workers }))
      for (const [index, time] of starts.entries()) expect(time).toBeGreaterThanOrEqual(planned[index]!)
      await running.end()
      expectIdentity(running, running.totals())
      expect(running.recorder.mostUsers).toBeLessThanOrEqual(Math.ceil(workload.maxUsers / workers))
    }),
    { numRuns: 200 },
  )
})

test('a closed load never has more users than configured, whatever servers do', async () => {
  await fc.assert(
    fc.asyncProperty(users, anyPart, events, async (workload, { worker, workers }, happenings) => {
      const running = new MemoryUserLoad(workload, { worker, workers })
      await running.start()
      for (const happening of happenings) await apply(running, happening)
      await running.end()
      expectIdentity(running, running.totals())
      expect(running.recorder.dropped).toEqual([])
      expect(running.recorder.mostUsers).toBeLessThanOrEqual(Math.ceil(highestLevel(workload.curve) / workers))
    }),
    { numRuns: 200 },
  )
})

test('a batch load never has more iterations under way than a batch, whatever servers do', async () => {
  await fc.assert(
    fc.asyncProperty(batch, anyPart, events, async (workload, { worker, workers }, happenings) => {
      const running = new MemoryUserLoad(workload, { worker, workers })
      await running.start()
      for (const happening of happenings) {
        await apply(running, happening)
        expect(running.recorder.requests.inFlight).toBeLessThanOrEqual(Math.ceil(workload.batch / workers))
      }
      await running.end()
      expectIdentity(running, running.totals())
    }),
    { numRuns: 200 },
  )
})

test('all threads together do exactly the number of iterations, and then the load ends by itself', async () => {
  const counted = fc.oneof(rate, users, batch).filter(({ iterations }) => iterations !== undefined)
  await fc.assert(
    fc.asyncProperty(counted, fc.integer({ min: 1, max: 3 }), async (workload, workers) => {
      let started = 0
      for (let worker = 0; worker < workers; worker++) {
        const running = new MemoryUserLoad(workload, { worker, workers })
        await running.start()
        for (let waited = 0; waited < 200 && !running.told.includes('drained'); waited++) await running.pass(10_000, true, 2500)
        expect(running.told).toEqual(['run end', 'drained'])
        await running.end()
        const totals = running.totals()
        expectIdentity(running, totals)
        started += totals.users!.run.started + totals.users!.run.dropped
      }
      expect(started).toBe(iterationsOf(workload))
    }),
    { numRuns: 60 },
  )
})

function iterationsOf({ kind, iterations }: UserWorkload): number | undefined {
  if (iterations === undefined || typeof iterations === 'number') return iterations
  expect(kind).toBe('users')
  return iterations.of === 'user' ? 5 * iterations.count : iterations.count
}
