import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoadAgainstSockets, waitUntilTold, plainRequest } from '../../../test/servers/load-against-sockets.ts'
import { responseOf } from '../../../test/servers/memory-load.ts'
import { systemClock } from '../../base/clock/clock.ts'

let against: LoadAgainstSockets

beforeEach(async () => {
  against = await LoadAgainstSockets.start()
})

afterEach(() => against.end())

describe('several requests', () => {
  /** Paths in the order in which a server sees them. */
  function noting(): string[] {
    const paths: string[] = []
    against.serve = (socket) =>
      socket.on('data', (bytes) => {
        const lines = bytes
          .toString('latin1')
          .split('\r\n')
          .filter((line) => line.endsWith(' HTTP/1.1'))
        paths.push(...lines.map((line) => line.split(' ')[1]!.slice(1)))
        socket.write(responseOf('abc').repeat(lines.length))
      })
    return paths
  }

  const three = ['/0', '/1', '/2'].map((path) => ({ ...plainRequest, path }))

  test.each([
    ['in-turn', (paths: string[]) => paths.join('').startsWith('012')],
    ['shuffled', (paths: string[]) => !paths.join('').includes('012012012012')],
    ['one-after-another', (paths: string[]) => paths.join('') === '0'.repeat(30) + '1'.repeat(30) + '2'.repeat(30)],
  ] as const)('with the order %s each request is sent equally often, and has its own figures', async (order, isInOrder) => {
    const paths = noting()
    const { load, told, totals } = await against.create({ connections: 1, requests: 90 }, { requests: three, order })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(paths).toHaveLength(90)
    expect(isInOrder(paths)).toBe(true)
    const { endpoints, run } = totals()
    expect(run.outcomes.ok).toBe(90)
    expect(endpoints.all.map(({ name, started, outcomes, dataReceived }) => [name, started, outcomes.ok, dataReceived])).toEqual(
      ['GET /0', 'GET /1', 'GET /2'].map((name) => [name, 30, 30, 30 * responseOf('abc').length]),
    )
  })

  test('all connections of a load follow one order together', async () => {
    const paths = noting()
    const { load, told } = await against.create(
      { connections: 5, pipelining: 1, requests: 30 },
      { requests: three, order: 'one-after-another' },
    )
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(['0', '1', '2'].map((path) => paths.filter((each) => each === path).length)).toEqual([10, 10, 10])
    expect(paths.slice(0, 5)).toEqual(['0', '0', '0', '0', '0'])
  })

  test('requests with unique ids keep to the order', async () => {
    const paths = noting()
    const unique = ['/a[<id>]', '/b[<id>]'].map((path) => ({ ...plainRequest, path }))
    const { load, told } = await against.create({ requests: 20 }, { requests: unique, order: 'shuffled', uniqueIds: true })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(new Set(paths).size).toBe(20)
    expect(['a', 'b'].map((path) => paths.filter((each) => each.startsWith(path)).length)).toEqual([10, 10])
  })

  test('a refused request counts in the order', async () => {
    const { load, totals } = await against.create({ duration: 60e6 }, { requests: three })
    against.close()
    load.start(systemClock.now())
    await vi.waitFor(() => expect(load.recorder.failures).toBeGreaterThan(8), { timeout: 20_000, interval: 5 })
    await load.end()
    const { endpoints, run } = totals()
    expect(run.outcomes.refused).toBeGreaterThan(0)
    for (const outcome of ['refused', 'reset', 'closed_early', 'aborted'] as const) {
      expect(endpoints.all.reduce((sum, { outcomes }) => sum + outcomes[outcome], 0)).toBe(run.outcomes[outcome])
    }
    expect(endpoints.all.reduce((sum, { started }) => sum + started, 0)).toBe(run.started)
  })
})
