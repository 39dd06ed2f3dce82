import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divide } from './workload.ts'
import { ServerTurn } from './choices.ts'

const servers = fc.integer({ min: 1, max: 9 })
const pattern = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined })

function turnsOf(turn: ServerTurn, count: number): readonly number[] {
  return Array.from({ length: count }, () => turn.next(0))
}

function countsOf(turns: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, server) => turns.filter((turn) => turn === server).length)
}

function spreadOf(counts: readonly number[]): number {
  return Math.max(...counts) - Math.min(...counts)
}

function begun(turn: ServerTurn): ServerTurn {
  turn.begin(0)
  return turn
}

describe('the turns of several servers', () => {
  test('at any time the numbers of requests to two servers differ by at most one, on every thread', () => {
    fc.assert(
      fc.property(servers, pattern, fc.nat(7), fc.nat(200), (count, period, thread, requests) => {
        const turns = turnsOf(begun(new ServerTurn(count, period, { thread })), requests)
        expect(spreadOf(countsOf(turns, count))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('the turns of all threads are one sequence if their requests are known', () => {
    fc.assert(
      fc.property(servers, pattern, fc.integer({ min: 1, max: 5 }), fc.nat(300), (count, period, workers, requests) => {
        const parts = divide(requests, workers)
        const turns = parts.flatMap((part, worker) => {
          const turn = parts.slice(0, worker).reduce((sum, before) => sum + before, 0)
          return turnsOf(begun(new ServerTurn(count, period, { turn })), part)
        })
        expect(turns).toEqual(turnsOf(begun(new ServerTurn(count, period, { turn: 0 })), requests))
      }),
    )
  })

  test('each of several requests in turn goes to every server equally often', () => {
    fc.assert(
      fc.property(servers, fc.integer({ min: 1, max: 12 }), (count, period) => {
        const rounds = count * count * period
        const turns = turnsOf(begun(new ServerTurn(count, period, { turn: 0 })), rounds)
        for (let place = 0; place < period; place++) {
          const ofPlace = turns.filter((_, index) => index % period === place)
          expect(spreadOf(countsOf(ofPlace, count))).toBe(0)
        }
      }),
    )
  })

  test('the warm-up has its own turns of servers', () => {
    const turn = new ServerTurn(3, 1, { turn: 0 })
    turn.begin(100)
    expect([turn.next(0), turn.next(50), turn.next(100), turn.next(101)]).toEqual([0, 1, 0, 1])
  })
})
