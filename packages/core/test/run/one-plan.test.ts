import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import type { ScenarioShare } from '../../src/load/engine/scenario-share.ts'
import { Arrivals, userEvents, type UserEvent } from '../../src/model/workload/schedule.ts'
import { cumulated } from '../../src/model/workload/load-curve.ts'
import type { Part, ConnectionsWorkload, RateWorkload, UsersWorkload, Workload } from '../../src/model/workload/workload.ts'
import { divideTest } from '../../src/run/divide-test.ts'
import { cwd, minimal, requestScenarioOf } from '../config-fixture.ts'
import { loadCurve } from '../model/workload/load-curve-arbitrary.ts'

const config = resolveConfig(minimal, { cwd })
const scenario = requestScenarioOf(minimal)
const nothing = (): undefined => undefined
const route = { address: { kind: 'unix', path: '/memory' }, host: 'memory', tls: undefined } as const
const facts = { url: 'http://memory', route, sharedOf: nothing, sharedOfPlugin: nothing }
const phases = { startAfter: 0, gracefulStop: 0 }

interface Machine {
  readonly threads: number
}

const machines: fc.Arbitrary<readonly Machine[]> = fc.array(fc.record({ threads: fc.integer({ min: 1, max: 5 }) }), {
  minLength: 1,
  maxLength: 5,
})

/** The shares of one scenario for the threads of each machine. */
function sharesOf(workload: Workload, generators: readonly Machine[], seed = 1): { machine: Machine; shares: ScenarioShare[] }[] {
  const assignments = divideTest({ ...config, seed, scenarios: [{ ...scenario, workload }] }, facts, generators)
  return assignments.map(({ generator, shares }) => ({ machine: generator, shares: shares.flatMap(({ scenarios }) => scenarios) }))
}

function sharesOfAll(workload: Workload, generators: readonly Machine[], seed?: number): ScenarioShare[] {
  return sharesOf(workload, generators, seed).flatMap(({ shares }) => shares)
}

/** The part of `total` that a machine of these has by its threads; not a whole number. */
function partOf(total: number, { threads }: Machine, all: readonly Machine[]): number {
  return (total * threads) / sum(all, (machine) => machine.threads)
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number => items.reduce((all, item) => all + of(item), 0)

test('each part of a test is done by one thread of one machine', () => {
  const workload: UsersWorkload = { kind: 'users', ...phases, warmup: 0, curve: { from: 1, steps: [] }, iterations: undefined, pacing: 0 }
  fc.assert(
    fc.property(machines, (all) => {
      for (const { machine, shares } of sharesOf(workload, all)) expect(shares).toHaveLength(machine.threads)
      const parts = sharesOfAll(workload, all).map(({ part }) => part)
      const workers = sum(all, ({ threads }) => threads)
      expect(parts.toSorted((one, other) => one.worker - other.worker)).toEqual(
        Array.from({ length: workers }, (_, worker): Part => ({ worker, workers })),
      )
    }),
  )
})

/** The iterations that one thread is to start, as pairs of number and time. */
function arrivalsOf(workload: RateWorkload, { part, seed }: Pick<ScenarioShare, 'part' | 'seed'>): [index: number, dueAt: number][] {
  const found: [number, number][] = []
  for (const arrivals = new Arrivals(workload, part, seed); arrivals.dueAt !== Infinity; arrivals.advance()) {
    found.push([arrivals.index, arrivals.dueAt])
  }
  return found
}

// Up to some thousand arrivals, so that the property stays quick.
const someRate: fc.Arbitrary<RateWorkload> = fc
  .record({
    curve: loadCurve,
    arrivals: fc.constantFrom('uniform' as const, 'poisson' as const),
    warmup: fc.constantFrom(0, 0.7e6),
    iterations: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  })
  .map((more): RateWorkload => ({ kind: 'rate', ...phases, ...more, maxUsers: 100, reuseUsers: true }))
  .filter(({ curve }) => cumulated(curve, Infinity) < 3000)

test('the arrivals on any number of machines are those of one machine with the same seed, one for one', () => {
  const one = [{ threads: 1 }]
  fc.assert(
    fc.property(someRate, machines, fc.nat(), (workload, all, seed) => {
      const merged = sharesOfAll(workload, all, seed).flatMap((share) => arrivalsOf(workload, share))
      const whole = sharesOfAll(workload, one, seed).flatMap((share) => arrivalsOf(workload, share))
      expect(merged.toSorted(([before], [after]) => before - after)).toEqual(whole)
    }),
    { numRuns: 50 },
  )
})

test('users are numbered 0, 1, 2 over all machines, join and leave as on one machine, and are spread by threads to within one', () => {
  const someUsers = loadCurve.map(({ from, steps }): UsersWorkload => ({
    kind: 'users',
    ...phases,
    warmup: 0,
    curve: { from: from / 5, steps: steps.map(({ duration, to }) => ({ duration, to: to / 5 })) },
    iterations: undefined,
    pacing: 0,
  }))
  const byText = (events: readonly UserEvent[]): string[] => events.map((event) => JSON.stringify(event)).toSorted()
  fc.assert(
    fc.property(someUsers, machines, (workload, all) => {
      const whole = userEvents(workload, { worker: 0, workers: 1 })
      const ofMachines = sharesOf(workload, all).map(({ machine, shares }) => ({
        machine,
        events: shares.flatMap(({ part }) => userEvents(workload, part)),
      }))
      expect(byText(ofMachines.flatMap(({ events }) => events))).toEqual(byText(whole))
      const users = new Set(whole.map(({ user }) => user)).size
      expect(whole.every(({ user }) => user < users)).toBe(true)
      for (const { machine, events } of ofMachines) {
        const own = new Set(events.map(({ user }) => user)).size
        expect(Math.abs(own - partOf(users, machine, all))).toBeLessThan(1)
      }
    }),
  )
})

test('connections and their requests add up over all machines, each request belongs to one thread, and both are spread by threads to within one', () => {
  const someConnections = fc
    .record({ connections: fc.integer({ min: 1, max: 200 }), requests: fc.integer({ min: 1, max: 10_000 }) })
    .map((counts): ConnectionsWorkload => ({
      kind: 'connections',
      ...phases,
      ...counts,
      warmup: 0,
      pipelining: 1,
      refill: 'each',
      duration: undefined,
    }))
  fc.assert(
    fc.property(someConnections, machines, (workload, all) => {
      const ofMachines = sharesOf(workload, all).map(({ machine, shares }) => ({
        machine,
        own: shares.flatMap((share) => (share.kind === 'connections' ? [share] : [])),
      }))
      for (const key of ['connections', 'requests'] as const) {
        const total = workload[key] ?? 0
        for (const { machine, own } of ofMachines) {
          expect(Math.abs(sum(own, (share) => share.workload[key] ?? 0) - partOf(total, machine, all))).toBeLessThan(1)
        }
      }
      const shares = ofMachines.flatMap(({ own }) => own).toSorted((one, other) => one.part.worker - other.part.worker)
      expect(sum(shares, (share) => share.workload.connections)).toBe(workload.connections)
      expect(sum(shares, (share) => share.workload.requests ?? 0)).toBe(workload.requests)
    }),
  )
})

test('a share is plain data, whatever its scenarios are, and the same in another process', () => {
  const reads = { request: { method: 'POST', json: { count: 1 } } }
  const scenarios = {
    connections: { ...reads, workload: { connections: 4, requests: 10 } },
    users: { ...reads, workload: { users: 4, iterations: 10 } },
    rate: { request: [{ path: '/' }, { path: '/items', headers: { accept: 'text/html' } }], workload: { rate: 10, iterations: 10 } },
    batch: { ...reads, workload: { batch: 4, iterations: 10 } },
    journeys: {
      journey: './config.ts',
      connections: { pool: 5 },
      workload: { stages: { of: 'users', from: 5, steps: [{ duration: '1s', to: 8 }] } },
    },
  }
  const assignments = divideTest(resolveConfig({ ...minimal, scenarios }, { cwd }), facts, [{ threads: 1 }, { threads: 2 }])
  const shares = assignments.flatMap((assignment) => assignment.shares)
  expect(shares).toHaveLength(3)
  for (const share of shares) expect(deserialize(serialize(share))).toStrictEqual(share)
})
