import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { responseOf } from '../../../test/servers/memory-load.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { batchWorkload, rateWorkload, usersWorkload } from '../../../test/servers/memory-workloads.ts'
import { systemClock } from '../../base/clock/clock.ts'
import { sumOutcomes } from '../../model/metrics/outcome.ts'
import { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { DeadlineWheel } from '../wire/deadline-wheel.ts'
import { HeadCache } from '../wire/head-cache.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'
import type { UserWorkload } from '../../model/workload/workload.ts'
import type { UserAction, UserShare } from './scenario-share.ts'
import { UserLoad } from './user-load.ts'

describe('the life of a load', () => {
  const loads: MemoryUserLoad[] = []
  afterEach(async () => {
    for (const load of loads.splice(0)) await load.end()
  })

  async function startLoad(workload: UserWorkload, options: MemoryUserLoadOptions = {}): Promise<MemoryUserLoad> {
    const load = new MemoryUserLoad(workload, options)
    loads.push(load)
    await load.start()
    return load
  }

  test.each([rateWorkload(100), usersWorkload(3), batchWorkload(3)])(
    'the load %o ends by its duration, and drains when everything has ended',
    async (workload) => {
      const load = await startLoad(workload)
      await load.pass(985_000, true)
      await load.pass(15_000)
      expect(load.told).toEqual(['run end'])
      await load.respond()
      expect(load.told).toEqual(['run end', 'drained'])
      expect([load.recorder.users, load.load.opened]).toEqual([0, 0])
    },
  )

  test.each([rateWorkload(100), usersWorkload(3), batchWorkload(3)])(
    'the load %o is cut when its graceful stop is over',
    async (workload) => {
      const load = await startLoad(workload)
      await load.pass(20_000)
      load.load.stop()
      await load.pass(49_000)
      expect(load.told).toEqual(['run end'])
      await load.pass(2000)
      expect(load.told).toEqual(['run end', 'drained'])
      const { run, users } = load.totals()
      expect([run.started, run.outcomes.aborted, users?.run.aborted, users?.aborted]).toEqual([3, 3, 3, 3])
    },
  )

  test.each([rateWorkload, usersWorkload, batchWorkload])(
    'an interrupted load of users is cut after two seconds, however long its graceful stop is',
    async (workload) => {
      const load = await startLoad(workload(3, { gracefulStop: 30e6 }), { timeout: 60e6 })
      await load.pass(400_000)
      load.load.stop()
      await load.pass(1_990_000)
      load.load.stop()
      expect(load.told).toEqual(['run end'])
      await load.pass(20_000)
      expect(load.told).toEqual(['run end', 'drained'])
    },
  )

  test('a load with a number of iterations has no graceful stop, because all of them are done', async () => {
    const load = await startLoad(usersWorkload(1, { iterations: { of: 'run', count: 1 }, gracefulStop: 0 }))
    await load.pass(90_000)
    await load.respond()
    expect(load.told).toEqual(['run end', 'drained'])
    expect(load.totals().run.outcomes.ok).toBe(1)
  })

  test('a load of users ends after more failures than bailout allows, and reports it once', async () => {
    const load = await startLoad(usersWorkload(2), { bailout: 5 })
    for (let responses = 0; responses < 8; responses++) {
      for (const socket of load.network.open) socket.send(responseOf('', 500))
      await load.pass(1)
    }
    expect(load.told).toEqual(['bailout', 'run end', 'drained'])
    expect(load.totals().run).toMatchObject({ started: 6, outcomes: { http_error: 6 } })
    load.load.stop()
    expect(load.told).toEqual(['bailout', 'run end', 'drained'])
  })

  test('a load of users that is ended without a start leaves nothing open', async () => {
    const load = new MemoryUserLoad(usersWorkload(3))
    await load.prepare()
    expect(load.load.opened).toBe(3)
    await load.end()
    expect([load.load.opened, load.network.open]).toEqual([0, []])
    expect(load.totals().users?.created).toBe(0)
  })

  test('a load of users that is stopped before its delay is over starts nothing', async () => {
    const load = await startLoad(rateWorkload(100, { startAfter: 50_000 }))
    load.load.stop()
    await load.pass(200_000)
    expect([load.told, load.recorder.starts]).toEqual([['run end', 'drained'], []])
  })
})

describe('against a server', () => {
  let server: Server
  let seen: IncomingMessage[]
  let wheel: DeadlineWheel
  const loads: UserLoad[] = []

  beforeEach(async () => {
    seen = []
    wheel = new DeadlineWheel(systemClock)
    server = createServer((request, response) => {
      seen.push(request)
      response.end('ok')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })

  afterEach(async () => {
    await Promise.all(loads.splice(0).map((load) => load.end()))
    wheel.stop()
    server.closeAllConnections()
    server.close()
  })

  async function run(workload: UserWorkload, over: Partial<Extract<UserAction, { kind: 'requests' }>> = {}): Promise<ScenarioTotals> {
    const { port } = server.address() as AddressInfo
    const expected = { status: undefined, body: Buffer.from('ok') }
    const requests = ['/a?b=c', '/d'].map((path) => ({
      method: 'GET',
      path,
      headers: {},
      body: undefined,
      form: undefined,
      expect: expected,
    }))
    const share: UserShare = {
      kind: 'users',
      name: 'users',
      url: `http://127.0.0.1:${port}`,
      route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: '127.0.0.1', tls: undefined },
      timeout: 5e6,
      connectTimeout: 5e6,
      bailout: undefined,
      seed: 1,
      part: { worker: 0, workers: 1 },
      workload,
      action: { kind: 'requests', requests, order: 'in-turn', uniqueIds: false, ...over },
    }
    const told: string[] = []
    const tell = (what: string) => () => void told.push(what)
    const events = { onReady: tell('ready'), onRunEnd: tell('run end'), onDrained: tell('drained'), onBailout: tell('bailout') }
    const load = await UserLoad.create(share, { clock: systemClock, wheel, heads: new HeadCache() }, Buffer.alloc(64 * 1024), events)
    loads.push(load)
    await vi.waitFor(() => expect(told).toEqual(['ready']), { timeout: 20_000, interval: 2 })
    load.start(systemClock.now())
    await vi.waitFor(() => expect(told).toEqual(['ready', 'run end', 'drained']), { timeout: 20_000, interval: 5 })
    const totals = new ScenarioTotals()
    totals.add(load.recorder.take(systemClock.now()))
    return totals
  }

  const everyWorkload: [string, UserWorkload][] = [
    // With users enough to start all that was due while this process stood still.
    ['a rate', rateWorkload(500, { curve: constantCurve(500, 200_000), warmup: 20_000, gracefulStop: 5e6, maxUsers: 200 })],
    ['a rate of new users', rateWorkload(500, { iterations: 100, reuseUsers: false })],
    ['users', usersWorkload(5, { iterations: { of: 'run', count: 100 } })],
    ['batches', batchWorkload(7, { iterations: 100 })],
  ]

  test.each(everyWorkload)('%s: the counts are those of the server', async (_name, workload) => {
    const { run: counted, warmup, users, endpoints } = await run(workload)
    expect(counted).toMatchObject({ started: 100, outcomes: { ok: 100 } })
    expect(seen).toHaveLength(100 + warmup.started)
    expect(sumOutcomes(warmup.outcomes)).toBe(warmup.started)
    expect(users?.created).toBe(users?.completed)
    expect(endpoints.all.map(({ name, started }) => `${name}: ${started}`)).toEqual(['GET /a: 50', 'GET /d: 50'])
  })

  test('requests with unique ids have them, in any order', async () => {
    const request = {
      method: 'GET',
      path: '/[<id>]',
      headers: {},
      body: undefined,
      form: undefined,
      expect: { status: undefined, body: undefined },
    }
    await run(usersWorkload(3, { iterations: { of: 'run', count: 30 } }), {
      requests: [request, request],
      order: 'shuffled',
      uniqueIds: true,
    })
    const urls = seen.map(({ url }) => url)
    expect(new Set(urls).size).toBe(30)
    expect(urls.some((url) => url?.includes('id'))).toBe(false)
  })
})
