import { compilePackage } from '../compile-packages.ts'
import { measureInTurn } from '../measure-in-turn.ts'
import { measureMarginalCpu, shortSeconds } from '../marginal-cpu.ts'
import { benchpressCoarse } from '../rate/benchpress.ts'
import { runGenerator, type GeneratorSetting } from '../run-generator.ts'
import type { BenchFleet } from './bench-fleet.ts'

const rate = 4000

/** CPU seconds for 1,000 requests of the same share, measured one right after the other. */
export interface CpuPair {
  /** CPU of a process that runs the share for itself. */
  readonly alone: number
  /** CPU of an agent with the process of its load. */
  readonly agent: number
}

/**
 * Measures the cost of the same share, a rate kept by timers, for an agent and for a process that runs it for itself, with another one first each time.
 *
 * The cost is the difference to a run of one second, which excludes starting and ending.
 */
export async function measureCpu(
  fleet: BenchFleet,
  setting: GeneratorSetting,
  rounds: number,
  seconds: number,
): Promise<readonly CpuPair[]> {
  await compilePackage('core')
  await fleet.agent('agent', setting.pinning.generator)
  let isAgentFirst = false
  const load = { url: setting.target.url, seconds, rate }
  const ofAlone = async (): Promise<number> => (await measureMarginalCpu(benchpressCoarse, load, setting)).cpuSecondsPer1000
  const [row] = await measureInTurn(['cpu'], rounds, async () => {
    isAgentFirst = !isAgentFirst
    const before = isAgentFirst ? await measureAgent(fleet, setting, seconds) : undefined
    const alone = await ofAlone()
    const pair = { alone, agent: before ?? (await measureAgent(fleet, setting, seconds)) }
    console.error(
      `CPU s / 1,000: ${pair.alone.toFixed(4)} alone, ${pair.agent.toFixed(4)} on an agent: ${(pair.agent / pair.alone).toFixed(3)}x`,
    )
    return pair
  })
  return row?.rounds ?? []
}

async function measureAgent(fleet: BenchFleet, setting: GeneratorSetting, seconds: number): Promise<number> {
  const short = await runAgent(fleet, setting, shortSeconds)
  const long = await runAgent(fleet, setting, seconds)
  return ((long.cpuSeconds - short.cpuSeconds) / (long.requests - short.requests)) * 1000
}

async function runAgent(
  fleet: BenchFleet,
  setting: GeneratorSetting,
  seconds: number,
): Promise<{ readonly requests: number; readonly cpuSeconds: number }> {
  const { pathname, origin } = new URL(setting.target.url)
  const command = fleet.command({ url: origin, path: pathname, agents: 1, timing: 'coarse', workload: { rate, duration: seconds } })
  const before = await fleet.cpuSeconds()
  // The starter only plans and adds up, on the CPU of the target, so that it does not compete with the load.
  const pinning = { ...setting.pinning, generator: setting.pinning.target }
  const { stdout, count } = await runGenerator('a run on machines', command, seconds + 40, { ...setting, pinning })
  fleet.report(stdout)
  return { requests: count.requests, cpuSeconds: (await fleet.cpuSeconds()) - before }
}
