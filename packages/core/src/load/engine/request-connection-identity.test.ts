import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryLoad } from '../../../test/servers/memory-load.ts'
import { MemoryServers, serverEvent, type ServerEvent } from '../../../test/servers/memory-servers.ts'
import { outcomes, sumOutcomes } from '../../model/metrics/outcome.ts'

/** Something that servers or time do. */
type Event = ServerEvent | { readonly type: 'pass'; readonly time: number } | { readonly type: 'settle' } | { readonly type: 'back off' }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 20, arbitrary: serverEvent },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass'), time: fc.integer({ min: 1, max: 60_000 }) }) },
  { weight: 5, arbitrary: fc.constant({ type: 'settle' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'back off' }) },
)

async function apply(load: MemoryLoad, servers: MemoryServers, happening: Event): Promise<void> {
  if (happening.type === 'pass') load.pass(happening.time)
  else if (happening.type === 'settle') await load.settle()
  else if (happening.type === 'back off') await sleep(60)
  else servers.apply(happening)
}

const load = fc.record({
  connections: fc.integer({ min: 1, max: 5 }),
  pipelining: fc.integer({ min: 1, max: 6 }),
  budget: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  reconnectAfter: fc.option(fc.integer({ min: 1, max: 10 }), { nil: Infinity }),
})

/** Has a request end in every way there is. */
const everyEnd: Event[] = [
  { type: 'response', socket: 0, count: 1, cut: 0 },
  { type: 'welcome', welcome: 'refuse' },
  { type: 'close', socket: 0 },
  { type: 'settle' },
  { type: 'welcome', welcome: 'accept' },
  { type: 'garbage', socket: 0 },
  { type: 'reset', socket: 0 },
  { type: 'back off' },
  { type: 'back off' },
  { type: 'settle' },
  { type: 'pass', time: 60_000 },
  { type: 'pass', time: 60_000 },
]

function expectWithinLimits(running: MemoryLoad, pipelining: number, connections: number): void {
  expect(running.recorder.inFlight).toBe(running.connections.reduce((sum, { inFlight }) => sum + inFlight, 0))
  expect(running.connections.filter(({ inFlight }) => inFlight > pipelining)).toEqual([])
  expect(running.network.sockets.filter((each) => each.isHeld).length).toBeLessThanOrEqual(connections)
}

test('every started request ends exactly once, and no more than the granted number are started, whatever servers do', async () => {
  await fc.assert(
    fc.asyncProperty(load, fc.array(event, { maxLength: 60 }), async ({ budget, ...options }, events) => {
      const running = new MemoryLoad(budget === undefined ? options : { ...options, budget })
      const servers = new MemoryServers(running.network)
      await running.start()
      for (const happening of events) {
        await apply(running, servers, happening)
        expectWithinLimits(running, options.pipelining, options.connections)
      }
      running.end()
      await running.settle()
      const written = running.network.sockets.reduce((sum, each) => sum + each.requests.length, 0)
      const { run } = running.totals()
      expect(sumOutcomes(run.outcomes)).toBe(run.started)
      expect(run.started).toBeLessThanOrEqual(budget ?? Infinity)
      expect(run.started - running.unsent + run.retried).toBe(written)
      expect(running.recorder.inFlight).toBe(0)
      expect(running.network.sockets.filter((each) => each.isHeld)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a budget is sent to its last request once servers have recovered', async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(load, fc.array(event, { maxLength: 30 }), async ({ budget = 20, ...options }, events) => {
      const running = new MemoryLoad({ ...options, budget })
      const servers = new MemoryServers(running.network)
      await running.start()
      for (const happening of events) await apply(running, servers, happening)
      running.network.welcome = 'accept'
      const deadline = performance.now() + 5000
      while (running.recorder.inFlight > 0 || !running.isOver(running.clock.now())) {
        for (const held of running.network.sockets) held.accept()
        for (const open of running.network.open) servers.respond(open, 6, 0)
        if (running.network.open.length === 0) await sleep(10)
        await running.settle()
        if (performance.now() > deadline) throw new Error('the budget was never spent')
      }
      running.end()
      const { run } = running.totals()
      expect([run.started, sumOutcomes(run.outcomes)]).toEqual([budget, budget])
      expect(run.outcomes.aborted === 0 || run.outcomes.timeout + run.outcomes.protocol_error > 0).toBe(true)
      for (const outcome of outcomes) if (run.outcomes[outcome] > 0) happened.add(outcome)
    }),
    { numRuns: 60, endOnFailure: true, examples: [[{ connections: 3, pipelining: 3, budget: 50, reconnectAfter: Infinity }, everyEnd]] },
  )
  for (const outcome of ['ok', 'timeout', 'refused', 'reset', 'closed_early', 'protocol_error', 'aborted'])
    expect(happened).toContain(outcome)
})
