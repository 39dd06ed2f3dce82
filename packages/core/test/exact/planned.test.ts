import { afterEach, describe, expect, test, vi } from 'vitest'
import { Budget } from '../../src/load/engine/schedule.ts'
import { Arrivals } from '../../src/model/workload/schedule.ts'
import type { Workload } from '../../src/model/workload/workload.ts'
import { batchWorkload, rateWorkload, usersWorkload } from '../servers/memory-workloads.ts'
import { identityOf } from './identity-of.ts'
import { play } from './play.ts'

/** The texts of the identity for a test of two threads whose requests take 5 ms. */
async function judge(workload: Workload, stopAt?: number): Promise<readonly string[]> {
  const response = { service: 5000, status: 200, ending: 'stay', early: 0, idle: 0 } as const
  const server = { responses: [response], dials: [{ takes: 100, isRefused: false }], stalls: [] }
  const { scheduled } = await play({ workload, threads: 2, timeout: 1e6, server, stalls: [], stopAt })
  return identityOf(scheduled)
}

const uniform = rateWorkload(101, { warmup: 100_000 })
const poisson = rateWorkload(101, { warmup: 100_000, arrivals: 'poisson' })
const shared = usersWorkload(3, { iterations: { of: 'run', count: 20 } })
const forEach = usersWorkload(3, { iterations: { of: 'user', count: 7 } })
const batches = batchWorkload(3, { iterations: 20 })
const phases = { startAfter: 0, warmup: 0, gracefulStop: 50_000, duration: undefined }
const connections = { ...phases, kind: 'connections', connections: 3, pipelining: 2, refill: 'each', requests: 21 } as const

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what each thread scheduled is compared with the plan', () => {
  test.each([uniform, poisson, shared, forEach, batches, connections])(
    'a test that keeps to its plan is right: $kind',
    async (workload) => {
      expect(await judge(workload)).toEqual([])
    },
  )

  test('an interrupted test has scheduled no more than planned', async () => {
    expect(await judge(uniform, 500_000)).toEqual([])
  })

  test('an arrival that is skipped is found', async () => {
    advanceAt(60, 2)
    expect(await judge(uniform)).toEqual(['worker 1, played: 51 iterations planned, but scheduled were 50, 1 too few'])
  })

  test('an arrival that comes twice is found, in an interrupted test only where it is one too many', async () => {
    advanceAt(60, 0)
    expect(await judge(poisson)).toEqual([expect.stringMatching(/^worker [01], played: \d+ iterations planned, .* 1 too many$/)])
    vi.restoreAllMocks()
    advanceAt(60, 0)
    expect(await judge(uniform, 1_099_000)).toEqual(['worker 1, played: at most 51 iterations planned, but scheduled were 52, 1 too many'])
  })

  test('an arrival of the warm-up that comes twice is found', async () => {
    advanceAt(6, 0)
    expect(await judge(uniform)).toEqual(['worker 1, played, warm-up: 5 iterations planned, but scheduled were 6, 1 too many'])
  })

  test.each([
    ['shared iterations', shared, 'iterations'],
    ['batches', batches, 'iterations'],
    ['requests of connections', connections, 'requests'],
  ])('one more or fewer than planned is found: %s', async (_name, workload, of) => {
    vi.spyOn(Budget.prototype, 'take').mockImplementationOnce(() => 1)
    expect(await judge(workload)).toEqual([expect.stringMatching(`^worker 0, played: \\d+ ${of} planned, .* 1 too many$`)])
    vi.restoreAllMocks()
    const { take } = Budget.prototype
    vi.spyOn(Budget.prototype, 'take').mockImplementationOnce(function (this: Budget, wanted, now) {
      take.call(this, 1, now)
      return take.call(this, wanted, now)
    })
    expect(await judge(workload)).toEqual([expect.stringMatching(`^worker 0, played: \\d+ ${of} planned, .* 1 too few$`)])
  })
})

/** Has the n-th advance of the arrivals happen this number of times: 0 for an arrival that comes twice. */
function advanceAt(call: number, times: number): void {
  const { advance } = Arrivals.prototype
  let calls = 0
  vi.spyOn(Arrivals.prototype, 'advance').mockImplementation(function (this: Arrivals) {
    calls += 1
    for (let left = calls === call ? times : 1; left > 0; left--) advance.call(this)
  })
}
