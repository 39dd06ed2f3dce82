import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@benchpress/core'
import { cleanMachines } from '../../src/broker/sweep.ts'
import { startBroker, type BrokerName } from '../brokers.ts'
import { Fleet, type AgentProcess } from '../fleet.ts'
import { openWay, type Way } from '../way.ts'
import { drawFault, signalAgent, until, type Fault, type FaultName } from './fault.ts'
import { describeFault, happen } from './happen.ts'
import { judgeOutcome } from './judge-outcome.ts'

/** The outcome of a run with a fault. */
export interface Trial {
  /** A summary in one line. */
  readonly line: string
  /** Problems with the outcome; empty for a good one. */
  readonly problems: readonly string[]
}

const agents = 2
const rate = 100
/** Seconds of a load that ends by itself. */
const short = 4
/** Milliseconds from the fault in which a starter ends, including the rest of a short load. */
const mostToEnd = 40_000
/** Milliseconds in which agents end their load without signs of life from their starter. */
const mostToStop = 5000
/** Milliseconds in which nothing of the run is left in the broker. */
const mostToSweep = 30_000

/** Makes a fault happen to a run on two agents, and checks everything that must hold afterwards. */
export async function performTrial(broker: BrokerName, name: FaultName, seed: number): Promise<Trial> {
  const trial = await FaultTrial.start(broker, drawFault(name, seed))
  try {
    const thrown = await trial.perform().catch((error: unknown) => [`the trial broke off: ${String(error)}`])
    const problems = [...trial.problems, ...(thrown ?? [])]
    const what = [...trial.said, ...problems].join('; ')
    return { line: `${problems.length === 0 ? 'ok' : 'NOT OK'} ${broker}, ${name}, seed ${seed}: ${what}`, problems }
  } finally {
    await trial.stop()
  }
}

class FaultTrial {
  readonly problems: string[] = []
  /** Descriptions of what happened. */
  readonly said: string[] = []
  readonly #fleet: Fleet
  readonly #fault: Fault
  readonly #way: Way
  readonly #agents: AgentProcess[] = []
  readonly #seen: { readonly index: number; readonly at: number }[] = []
  #happenedAt = Infinity
  /** The time at which the affected part was back. */
  #backAt = Infinity

  static async start(broker: BrokerName, fault: Fault): Promise<FaultTrial> {
    const fleet = await Fleet.start(await startBroker(broker))
    return new FaultTrial(fleet, fault, await openWay(fleet.broker.url))
  }

  private constructor(fleet: Fleet, fault: Fault, way: Way) {
    this.#fleet = fleet
    this.#fault = fault
    this.#way = way
    this.said.push(describeFault(fault))
    // Long responses, so that requests are under way at any moment.
    fleet.delay = 150
    fleet.onAsked = (query) => this.#seen.push({ index: Number(query.get('index')), at: performance.now() })
  }

  async stop(): Promise<void> {
    await this.#way.close()
    // A frozen load would not notice that its agent ends.
    for (const { child } of this.#agents) signalAgent(child.pid ?? 0, 'both', 'SIGKILL')
    await this.#fleet.stop()
  }

  async perform(): Promise<void> {
    await Promise.all(Array.from({ length: agents }, async (_, number) => await this.#startAgent(number)))
    const workload = { rate: `${rate}/s`, duration: this.#fault.isLong ? '1m' : `${short}s` } as const
    const scenarios: Config['scenarios'] = { numbered: { journey: './numbered.journey.ts', workload } }
    const { child, outcome } = this.#fleet.starter(agents, scenarios)
    const ended = once(child, 'exit').then(() => performance.now())
    const happening = this.#happen(
      () => child.kill('SIGKILL'),
      () => child.exitCode !== null,
    )
    await Promise.race([ended, happening])
    if ((await until(() => child.exitCode !== null || child.signalCode !== null, mostToEnd)) === undefined) {
      this.problems.push(`the starter had not ended after ${mostToEnd / 1000} s`)
      child.kill('SIGKILL')
    }
    const endedAt = await ended
    await happening
    if (this.#happenedAt < endedAt) this.said.push(`ended ${inSeconds(endedAt - this.#happenedAt)} later`)
    const indices = this.#seen.map(({ index }) => index)
    const away = this.#happenedAt < Infinity ? this.#backAt - this.#happenedAt : undefined
    const { said, problems } = judgeOutcome(await outcome, this.#fault, { indices, whole: rate * short, away })
    this.said.push(...said)
    this.problems.push(...problems)
    await this.#checkLoad(endedAt)
    await this.#checkBroker()
  }

  async #startAgent(number: number): Promise<void> {
    const { name, agent, clock, moment } = this.#fault
    const isAffected = agent === number
    const env = {
      NODE_OPTIONS: `--import ${new URL('../wrong-clock.mjs', import.meta.url).href}`,
      CLOCK_SKEW: String(clock.skew),
      CLOCK_DRIFT: String(clock.drift),
      CLOCK_WALL: String(clock.wall),
      CLOCK_JUMP: String(clock.jump),
      CLOCK_JUMP_AFTER: String(moment),
    }
    this.#agents[number] = await this.#fleet.agent(isAffected ? 'affected' : 'kept', {
      ...(isAffected && name === 'agent cut off' ? { broker: this.#way.url } : {}),
      ...(isAffected && name === 'clock wrong' ? { env } : {}),
    })
  }

  async #happen(killStarter: () => void, isOver: () => boolean): Promise<void> {
    const { isDuringLoad, moment, agent } = this.#fault
    if (isDuringLoad) await until(() => this.#seen.length > 0 || isOver(), mostToEnd)
    await sleep(moment)
    if (isOver()) return void this.said.push('which was after the end')
    this.#happenedAt = performance.now()
    await happen(this.#fault, { broker: this.#fleet.broker, way: this.#way, pid: this.#agents[agent]?.child.pid ?? 0, killStarter })
    this.#backAt = performance.now()
  }

  async #checkLoad(endedAt: number): Promise<void> {
    const { name } = this.#fault
    // Agents that cannot be told to stop stop by themselves.
    const isUntold = name === 'starter killed' || name === 'broker gone' || name === 'agent cut off'
    if (isUntold && this.#happenedAt < Infinity) await sleep(Math.max(0, this.#happenedAt + mostToStop - performance.now()))
    const before = this.#seen.length
    const last = this.#seen.at(-1)
    if (name === 'starter killed')
      this.said.push(last === undefined ? 'nothing seen' : `${before} seen, the last ${inSeconds(last.at - this.#happenedAt)} later`)
    if (name === 'agent woken again') {
      const woken = this.#seen.filter(({ at }) => at > this.#backAt && at > endedAt).length
      this.said.push(`${woken} seen after it woke and the run was over`)
    }
    // A load that still ran would send a request in this time.
    await sleep(1500)
    if (this.#seen.length > before) this.problems.push(`${this.#seen.length - before} requests came after the load was to be over`)
  }

  async #checkBroker(): Promise<void> {
    const { broker } = this.#fleet
    const isGone = this.#fault.name === 'broker gone' && this.#happenedAt < Infinity
    if (isGone) await broker.restart()
    let left: readonly string[] = []
    const took = await until(async () => (left = await broker.left()).length === 0, mostToSweep)
    if (took !== undefined) return void this.said.push(`nothing left after ${inSeconds(took)}`)
    // Only where all processes ended at once something stays in the broker.
    if (isGone) this.said.push('something left until it was cleaned up')
    else this.problems.push(`left in the broker: ${left.join(' ')}`)
    await cleanMachines(broker.url)
    left = await broker.left()
    if (left.length > 0) this.problems.push(`left after cleaning up: ${left.join(' ')}`)
  }
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
