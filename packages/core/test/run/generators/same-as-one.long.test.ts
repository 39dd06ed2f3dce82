import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeAgentFile, type AgentFile } from '../../../../machines/test/agent-file.ts'
import { brokers, type TestBroker } from '../../../../machines/test/brokers.ts'
import { Fleet } from '../../../../machines/test/fleet.ts'
import { Namespaces } from '../../../../machines/test/namespaces.ts'
import { openWay, type Way } from '../../../../machines/test/way.ts'
import { hasTool } from '../../../../../test/tools.ts'
import { run, type Config, type JourneyScenarioConfig, type Machines, type Result } from '../../../src/index.ts'
import { systemClock } from '../../../src/base/clock/clock.ts'
import type { ScenarioShare } from '../../../src/load/engine/scenario-share.ts'
import type { Order } from '../../../src/load/worker/thread-messages.ts'
import type { HistogramSnapshot } from '../../../src/model/metrics/histogram.ts'
import { Arrivals } from '../../../src/model/workload/schedule.ts'
import { histogramOf } from '../../../src/model/metrics/time-summary.ts'

const cwd = fileURLToPath(new URL('../../../../machines/test/', import.meta.url))
const iterations = 240
const users = 7
const each = 6
const counts = [1, 2, 4]

const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number)
const byNumber = (one: number, other: number): number => one - other

/** A request as the target saw it, with its time. */
interface Seen {
  readonly index: number
  readonly user: number
  readonly pass: number
  readonly drawn: number
  readonly row: number
  readonly at: number
}

/** Four agents, each with a file of its own and, where there are namespaces, in one of its own. */
class FourAgents {
  readonly fleet: Fleet
  #seen: Seen[] = []
  readonly #folder: string
  readonly #namespaces: Namespaces | undefined
  readonly #way: Way | undefined

  static async start(broker: TestBroker, isSpaced: boolean): Promise<FourAgents> {
    const namespaces = isSpaced ? new Namespaces() : undefined
    const way = namespaces && (await openWay(broker.url, { host: namespaces.host }))
    const four = new FourAgents(
      await Fleet.start(broker, namespaces?.host),
      await mkdtemp(join(tmpdir(), 'benchpress-agents-')),
      namespaces,
      way,
    )
    await Promise.all(upTo(4).map(async (number) => await four.#startAgent(number)))
    return four
  }

  private constructor(fleet: Fleet, folder: string, namespaces: Namespaces | undefined, way: Way | undefined) {
    this.fleet = fleet
    this.#folder = folder
    this.#namespaces = namespaces
    this.#way = way
    fleet.onAsked = (query) => {
      const read = (name: string): number => Number(query.get(name))
      const [index, user, pass, drawn, row] = [read('index'), read('user'), read('pass'), read('drawn'), read('row')]
      this.#seen.push({ index, user, pass, drawn, row, at: systemClock.now() })
    }
  }

  /** What the target has seen since the last call, by the number of the iteration. */
  take(): readonly Seen[] {
    const seen = this.#seen.toSorted((one, other) => one.index - other.index)
    this.#seen = []
    return seen
  }

  /** The files of the agents that had a share. */
  takeFiles(): readonly AgentFile[] {
    return upTo(4)
      .map((number) => takeAgentFile(this.#fileOf(number)))
      .filter(({ shares }) => shares.length > 0)
  }

  async stop(): Promise<void> {
    await this.fleet.stop()
    await this.#way?.close()
    this.#namespaces?.remove()
    await rm(this.#folder, { recursive: true })
  }

  #fileOf(number: number): string {
    return join(this.#folder, `agent-${number}`)
  }

  async #startAgent(number: number): Promise<void> {
    await this.fleet.agent(`agent-${number}`, {
      env: { AGENT_FILE: this.#fileOf(number) },
      ...(this.#namespaces === undefined ? {} : { within: this.#namespaces.add() }),
      ...(this.#way === undefined ? {} : { broker: this.#way.url }),
    })
  }
}

/** The same machines; reports when they were ordered to go. */
function listening(machines: Machines, onGo: (at: number) => void): Machines {
  return {
    gather: async (of) => {
      const gathered = await machines.gather(of)
      const generators = gathered.generators.map((generator) => ({
        machine: generator.machine,
        clock: generator.clock,
        threads: generator.threads,
        start: (...given: Parameters<typeof generator.start>) => {
          const running = generator.start(...given)
          const order = (told: Order): void => {
            if (told.type === 'go') onGo(told.at)
            running.order(told)
          }
          return { ...running, order }
        },
      }))
      return { generators, end: async () => await gathered.end() }
    },
  }
}

/** Number and instant of all arrivals that shares plan, in microseconds from the start. */
function plannedBy(shares: readonly ScenarioShare[]): readonly (readonly [index: number, dueAt: number])[] {
  const planned = shares.flatMap(({ workload, part, seed }) => {
    const found: [number, number][] = []
    if (workload.kind !== 'rate') return found
    for (const arrivals = new Arrivals(workload, part, seed); arrivals.dueAt !== Infinity; arrivals.advance())
      found.push([arrivals.index, arrivals.dueAt])
    return found
  })
  return planned.toSorted(([one], [other]) => one - other)
}

/** The number of values in each bucket, and their sum, minimum and maximum. */
function bucketsOf(histograms: readonly HistogramSnapshot[]): Readonly<Record<string, number>> {
  const buckets: Record<string, number> = { sum: 0, min: Infinity, max: 0 }
  for (const { buckets: numbers, counts: values, sum, min, max } of histograms) {
    for (const [index, bucket] of numbers.entries()) buckets[bucket] = (buckets[bucket] ?? 0) + (values[index] ?? 0)
    buckets['sum'] = (buckets['sum'] ?? 0) + sum
    buckets['min'] = Math.min(buckets['min'] ?? Infinity, min)
    buckets['max'] = Math.max(buckets['max'] ?? 0, max)
  }
  return buckets
}

/** Why machines were lost. */
function lostOf({ machines = [] }: Result): readonly string[] {
  return machines.flatMap(({ lost }) => lost?.reason ?? [])
}

/** The response times that a result was made of. */
function mergedTimes({ scenarios: [scenario] }: Result): HistogramSnapshot {
  const histogram = scenario && histogramOf(scenario.responseTime)
  if (histogram === undefined) throw new Error('it was made of no histogram')
  return histogram
}

/** The response times of the agents' own files. */
function ownTimes(files: readonly AgentFile[]): readonly HistogramSnapshot[] {
  const scenarios = files.flatMap(({ reports }) => reports.flatMap((report) => (report.type === 'snapshot' ? report.scenarios : [])))
  return scenarios.flatMap(({ windows }) => windows.map(({ responseTime }) => responseTime))
}

// Each agent in a namespace of its own where there can be some.
const isSpaced = hasTool('iproute2')
const where = isSpaced ? 'each in a network namespace of its own' : 'all on one network'

describe.each(brokers)(`agents at %s, ${where},`, (_name, isThere, start) => {
  test
    .skipIf(!isThere)
    .concurrent(
      'are, whether 1, 2 or 4, what one machine is: each arrival at its instant, each user with what is its own, each time in its bucket',
      async () => {
        const four = await FourAgents.start(await start(), isSpaced)
        onTestFinished(async () => await four.stop())
        const configOf = (workload: JourneyScenarioConfig['workload']): Config => ({
          target: four.fleet.target,
          seed: 7,
          workers: 1,
          scenarios: { numbered: { journey: './numbered.journey.ts', workload } },
        })
        const [byRate, byUsers] = [configOf({ rate: '120/s', arrivals: 'poisson', iterations }), configOf({ users, iterations: { each } })]

        await run(byRate, { cwd })
        const alone = four.take()
        await run(byUsers, { cwd })
        const usersAlone = four.take().map(doneBy).toSorted()
        let planned: ReturnType<typeof plannedBy> = []
        for (const count of counts) {
          let goneAt = NaN
          const machines = listening(await four.fleet.machines({ agents: count }), (at) => (goneAt = at))

          const result = await run(byRate, { machines, cwd })
          expect(lostOf(result)).toEqual([])
          const [seen, files] = [four.take(), four.takeFiles()]
          const shares = files.flatMap((file) => file.shares.flatMap(({ scenarios }) => scenarios))
          expect(shares.map(({ part }) => part).toSorted((one, other) => one.worker - other.worker)).toEqual(
            upTo(count).map((worker) => ({ worker, workers: count })),
          )
          // The instants that the agents had to keep, one by one: those of the one share that a single machine has.
          if (count === 1) planned = plannedBy(shares)
          expect(planned.length).toBe(iterations)
          expect(plannedBy(shares)).toEqual(planned)
          // And those at which the target saw them.
          expect(seen.map(({ index }) => index)).toEqual(alone.map(({ index }) => index))
          expect(seen.map(({ index }) => index)).toEqual(upTo(iterations))
          const clockError = Math.max(...(result.machines ?? []).map(({ clock }) => clock.error * 1000))
          for (const [place, [, dueAt]] of planned.entries())
            expect((seen[place]?.at ?? 0) - goneAt - dueAt).toBeGreaterThan(-clockError - 1)
          expect(new Set(seen.map(({ row }) => row)).size).toBe(iterations)
          expect(result.scenario('numbered').counts).toMatchObject({ started: iterations, outcomes: { ok: iterations } })
          expect(bucketsOf([mergedTimes(result)])).toEqual(bucketsOf(ownTimes(files)))
          expect(files.every((file) => ownTimes([file]).some((times) => times.count > 0))).toBe(true)

          const closed = await run(byUsers, { machines, cwd })
          expect(lostOf(closed)).toEqual([])
          const ofUsers = four.take()
          expect(ofUsers.map(doneBy).toSorted()).toEqual(usersAlone)
          expect([...new Set(ofUsers.map(({ user }) => user))].toSorted(byNumber)).toEqual(upTo(users))
          for (const of of ['index', 'row'] as const) expect(new Set(ofUsers.map((one) => one[of])).size).toBe(users * each)
          expect(closed.scenario('numbered').counts).toMatchObject({ started: users * each, outcomes: { ok: users * each } })
          expect(bucketsOf([mergedTimes(closed)])).toEqual(bucketsOf(ownTimes(four.takeFiles())))
        }
        await expect.poll(async () => await four.fleet.broker.left()).toEqual([])
      },
    )
})

function doneBy({ user, pass, drawn }: Seen): string {
  return `${user} ${pass} ${drawn}`
}
