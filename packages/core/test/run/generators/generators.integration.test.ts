import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src/base/clock/clock.ts'
import type { WorkloadConfig } from '../../../src/config/workload/workload-config.ts'
import { systemAlarms } from '../../../src/load/engine/alarm.ts'
import { LocalGenerator } from '../../../src/load/worker/load-generator.ts'
import { Histogram } from '../../../src/model/metrics/histogram.ts'
import { sumOutcomes } from '../../../src/model/metrics/outcome.ts'
import { divideTest } from '../../../src/run/divide-test.ts'
import { LoadCollector } from '../../../src/run/load-collector.ts'
import { LoadThreads, ThreadDeadline, type AnyGenerator } from '../../../src/run/load-threads.ts'
import { reachTarget } from '../../../src/run/reach-target.ts'
import { resolveLoadTest } from '../../../src/run/resolve-tests.ts'
import { ProcessGenerator, type ProcessOptions } from './process-generator.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))

/** The request of one iteration as the target saw it. */
interface Asked {
  readonly user: number
  readonly pass: number
  readonly index: number
  readonly drawn: number
  readonly row: number
}

interface Done {
  readonly asked: readonly Asked[]
  readonly collector: LoadCollector
  readonly lost: readonly (readonly [worker: number, reason: string])[]
}

/**
 * Has users do a journey that says what it is given, on the threads of these generators.
 *
 * @param onAsked called for each request, with what interrupts the load
 */
async function runOn(
  generators: readonly AnyGenerator[],
  workload: WorkloadConfig,
  onAsked: (interrupt: () => void) => void = () => {},
): Promise<Done> {
  const asked: Asked[] = []
  let interrupt = (): void => {}
  const server = createServer(({ url = '/' }, response) => {
    const { searchParams } = new URL(url, 'http://server')
    const read = (name: string): number => Number(searchParams.get(name))
    if (searchParams.size > 0) {
      asked.push({ user: read('user'), pass: read('pass'), index: read('index'), drawn: read('drawn'), row: read('row') })
      onAsked(interrupt)
    }
    response.end('ok')
  }).listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const scenarios = { numbered: { journey: './numbered.journey.ts', workload } }
    const config = await resolveLoadTest({ target, seed: 7, scenarios }, cwd)
    const { route } = await reachTarget(new URL(target), config)
    const facts = { url: target, route, sharedOf: () => undefined, sharedOfPlugin: () => undefined }
    const collector = new LoadCollector(
      1,
      generators.reduce((sum, { threads }) => sum + threads, 0),
    )
    const lost: [number, string][] = []
    const threads = new LoadThreads(divideTest(config, facts, generators), collector, {
      onLost: (worker, reason) => {
        lost.push([worker, reason])
        collector.lose(worker, systemClock.now(), reason)
        interrupt()
      },
      onBailout: () => {},
      onStray: () => {},
    })
    const deadline = new ThreadDeadline(threads, systemClock, systemAlarms(systemClock))
    let isInterrupted = false
    interrupt = () => {
      if (isInterrupted) return
      isInterrupted = true
      const at = systemClock.now()
      threads.order({ type: 'stop', at })
      deadline.set(at)
    }
    await threads.ready
    threads.order({ type: 'go', at: systemClock.now() + 20_000 })
    await threads.ended()
    deadline.clear()
    return { asked, collector, lost }
  } finally {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

// In microseconds: one was started an hour before the calling process, one a minute after it.
const [early, late] = [3600e6, -60e6]

const processes = async (...all: readonly ProcessOptions[]): Promise<readonly ProcessGenerator[]> =>
  await Promise.all(all.map((options) => ProcessGenerator.create(options)))

const places: readonly (readonly [name: string, create: () => Promise<readonly AnyGenerator[]>])[] = [
  [
    'this process and another one',
    async () => [new LocalGenerator({ workers: 1, timing: 'auto' }), ...(await processes({ threads: 2, skew: early }))],
  ],
  ['two processes', async () => await processes({ threads: 1, skew: late }, { threads: 1, skew: early })],
  ['four processes', async () => await processes({ threads: 1 }, { threads: 1, skew: late }, { threads: 1 }, { threads: 1, skew: early })],
]

const byNumber = (one: number, other: number): number => one - other
const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number)

function totalsOf({ scenarios: [totals] }: LoadCollector): LoadCollector['scenarios'][number] {
  if (totals === undefined) throw new Error('there is one scenario')
  return totals
}

test.each(places)(
  'iterations of a rate on %s are numbered 0, 1, 2, as many as are planned, and counted as the target counts them',
  async (_name, create) => {
    const { asked, collector } = await runOn(await create(), { rate: 400, iterations: 200 })
    expect(asked.map(({ index }) => index).toSorted(byNumber)).toEqual(upTo(200))
    expect(new Set(asked.map(({ row }) => row)).size).toBe(200)
    const { run, responseTime } = totalsOf(collector)
    expect([run.started, run.outcomes.ok, responseTime.count]).toEqual([200, 200, 200])
  },
)

test('each user does the same on one, two and four processes, and no two users have the same number', async () => {
  const workload = { users: 7, iterations: { each: 6 } }
  const alone = await runOn([new LocalGenerator({ workers: 1, timing: 'auto' })], workload)
  const doneBy = ({ asked }: Done): string[] => asked.map(({ user, pass, drawn }) => `${user} ${pass} ${drawn}`).toSorted()
  expect([...new Set(alone.asked.map(({ user }) => user))].toSorted(byNumber)).toEqual(upTo(7))
  for (const [, create] of places) {
    const done = await runOn(await create(), workload)
    expect(doneBy(done)).toEqual(doneBy(alone))
    for (const of of ['index', 'row'] as const) expect(new Set(done.asked.map((each) => each[of])).size).toBe(7 * 6)
  }
})

test('the response times of all processes add up to those of the result, bucket for bucket', async () => {
  const generators = await processes({ threads: 2, skew: early }, { threads: 1 })
  const { collector } = await runOn(generators, { users: 9, duration: '1500ms', pacing: '20ms' })
  const added = new Histogram()
  const counts = generators.map(({ reports }) => {
    const own = new LoadCollector(1, 3)
    for (const { worker, report } of reports) if (report.type === 'snapshot') own.addReport(worker, report)
    added.add(totalsOf(own).responseTime.snapshot())
    return totalsOf(own).run.started
  })
  expect(totalsOf(collector).responseTime.snapshot()).toEqual(added.snapshot())
  expect(counts.every((count) => count > 0)).toBe(true)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(totalsOf(collector).run.started)
})

test.each([
  ['is killed', (generator: ProcessGenerator) => generator.kill()],
  ['stands still and is interrupted', (generator: ProcessGenerator) => generator.freeze()],
])('a process that %s is lost with all its shares, the work of the others is counted, and the load ends', async (_what, disturb) => {
  const [disturbed, kept] = [await ProcessGenerator.create({ threads: 2, skew: late }), await ProcessGenerator.create({ threads: 1 })]
  const { asked, collector, lost } = await runOn([disturbed, kept], { rate: 200, duration: '1h' }, (interrupt) => {
    // The process is busy, and a part of its work has been reported.
    if (!disturbed.reports.some(({ report }) => report.type === 'snapshot')) return
    disturb(disturbed)
    interrupt()
  })
  const gone = 'its generator is gone'
  expect(lost.toSorted(([one], [other]) => one - other)).toEqual([
    [0, gone],
    [1, gone],
  ])
  expect(collector.threads.map((thread) => thread.lost?.reason)).toEqual([gone, gone, undefined])
  const { run } = totalsOf(collector)
  expect(run.started).toBe(sumOutcomes(run.outcomes))
  expect(run.outcomes.ok).toBeLessThanOrEqual(asked.length)
  const [first, second, own] = collector.threads.map((thread) => thread.run)
  expect((first?.started ?? 0) + (second?.started ?? 0)).toBeGreaterThan(0)
  expect(own?.outcomes.ok).toBe(own?.started)
})

test('the generators that were started are ended when a further one cannot be, and the reason is reported', async () => {
  const started = await ProcessGenerator.create({ threads: 1 })
  const broken: AnyGenerator = {
    threads: 1,
    start: () => {
      throw new Error('no memory for it')
    },
  }
  const never = await ProcessGenerator.create({ threads: 1 })
  await expect(runOn([started, broken, never], { rate: 100, duration: '1h' })).rejects.toThrow(
    'a generator could not be started: no memory for it',
  )
  expect(started.isRunning).toBe(false)
  expect(never.reports).toEqual([])
  never.kill()
  await never.gone()
})
