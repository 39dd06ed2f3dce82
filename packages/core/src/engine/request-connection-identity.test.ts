import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerOf, MemoryLoad } from '../../test/servers/memory-load.ts'
import type { MemorySocket, Welcome } from '../../test/servers/memory-network.ts'
import { outcomes, sumOutcomes } from '../metrics/outcome.ts'

/** Something that a server or time does; `socket` picks among those that are open. */
type Event =
  | { readonly type: 'answer'; readonly socket: number; readonly count: number; readonly cut: number }
  | { readonly type: 'close' | 'reset' | 'last answer' | 'garbage'; readonly socket: number }
  | { readonly type: 'welcome'; readonly welcome: Welcome }
  | { readonly type: 'pass'; readonly time: number }
  | { readonly type: 'accept' | 'settle' | 'back off' }

const socket = fc.nat(20)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant('answer'), socket, count: fc.integer({ min: 1, max: 6 }), cut: fc.nat(40) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('close', 'reset', 'last answer', 'garbage'), socket }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('welcome'), welcome: fc.constantFrom<Welcome>('accept', 'accept', 'refuse', 'held') }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass'), time: fc.integer({ min: 1, max: 60_000 }) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('accept', 'settle', 'settle', 'settle') }) },
  { weight: 1, arbitrary: fc.constant({ type: 'back off' }) },
)

/** The servers' side of a load: what they have sent on each socket, so that every answer belongs to a request. */
class Servers {
  readonly #load: MemoryLoad
  readonly #unsent = new Map<MemorySocket, string>()
  readonly #answered = new Map<MemorySocket, number>()

  constructor(load: MemoryLoad) {
    this.#load = load
  }

  /** Sends up to `count` answers, the last of them without its last `cut` bytes, which follow with the next. */
  answer(at: MemorySocket, count: number, cut: number): void {
    const answered = this.#answered.get(at) ?? 0
    const due = Math.min(count, at.requests.length - answered)
    const stream = (this.#unsent.get(at) ?? '') + answerOf().repeat(due)
    const length = due === 0 ? stream.length : Math.max(1, stream.length - cut)
    this.#answered.set(at, answered + due)
    this.#unsent.set(at, stream.slice(length))
    if (length > 0) at.send(stream.slice(0, length))
  }

  async apply(happening: Event): Promise<void> {
    const { open, sockets } = this.#load.network
    const at = 'socket' in happening ? open[happening.socket % open.length] : undefined
    if (at !== undefined) this.#serve(at, happening)
    else if (happening.type === 'welcome') this.#load.network.welcome = happening.welcome
    else if (happening.type === 'pass') this.#load.pass(happening.time)
    else if (happening.type === 'settle') await this.#load.settle()
    else if (happening.type === 'back off') await sleep(60)
    else if (happening.type === 'accept') for (const held of sockets) held.accept()
  }

  #serve(at: MemorySocket, happening: Event): void {
    if (happening.type === 'answer') this.answer(at, happening.count, happening.cut)
    else if (happening.type === 'close') at.end()
    else if (happening.type === 'reset') at.fail('ECONNRESET')
    else if (happening.type === 'garbage') at.send('SSH-2.0\r\n')
    else if ((this.#unsent.get(at) ?? '') === '') at.send(answerOf('', 200, 'Connection: close\r\n'))
  }
}

const load = fc.record({
  connections: fc.integer({ min: 1, max: 5 }),
  pipelining: fc.integer({ min: 1, max: 6 }),
  budget: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  reconnectAfter: fc.option(fc.integer({ min: 1, max: 10 }), { nil: Infinity }),
})

/** Has a request end in every way there is. */
const everyEnd: Event[] = [
  { type: 'answer', socket: 0, count: 1, cut: 0 },
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
  expect(running.recorder.inFlight).toBeGreaterThanOrEqual(0)
  expect(running.recorder.inFlight).toBeLessThanOrEqual(pipelining * running.network.open.length)
  expect(running.network.sockets.filter((each) => each.isHeld).length).toBeLessThanOrEqual(connections)
}

test('whatever servers do, every request that was started ends exactly once, and no more than granted are started', async () => {
  await fc.assert(
    fc.asyncProperty(load, fc.array(event, { maxLength: 60 }), async ({ budget, ...options }, events) => {
      const running = new MemoryLoad(budget === undefined ? options : { ...options, budget })
      const servers = new Servers(running)
      await running.start()
      for (const happening of events) {
        await servers.apply(happening)
        expectWithinLimits(running, options.pipelining, options.connections)
      }
      running.end()
      await running.settle()
      const written = running.network.sockets.reduce((sum, each) => sum + each.requests.length, 0)
      const { run } = running.totals()
      expect(sumOutcomes(run.outcomes)).toBe(run.started)
      expect(run.started).toBeLessThanOrEqual(budget ?? Infinity)
      expect(run.started - run.outcomes.refused).toBe(written)
      expect(running.recorder.inFlight).toBe(0)
      expect(running.network.sockets.filter((each) => each.isHeld)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a budget is sent to the last request once servers are well again', async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(load, fc.array(event, { maxLength: 30 }), async ({ budget = 20, ...options }, events) => {
      const running = new MemoryLoad({ ...options, budget })
      const servers = new Servers(running)
      await running.start()
      for (const happening of events) await servers.apply(happening)
      running.network.welcome = 'accept'
      const deadline = performance.now() + 5000
      while (running.recorder.inFlight > 0 || !running.isOver(running.clock.now())) {
        for (const held of running.network.sockets) held.accept()
        for (const open of running.network.open) servers.answer(open, 6, 0)
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
    { numRuns: 60, examples: [[{ connections: 3, pipelining: 3, budget: 50, reconnectAfter: Infinity }, everyEnd]] },
  )
  for (const outcome of ['ok', 'timeout', 'refused', 'reset', 'closed_early', 'protocol_error', 'aborted'])
    expect(happened).toContain(outcome)
})
