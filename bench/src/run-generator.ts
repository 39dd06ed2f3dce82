import { watchMachine, type Disturbance } from '@benchpress/core/machines'
import { performance } from 'node:perf_hooks'
import { readBusyCpuSeconds } from './host-cpu.ts'
import { runWithUsage, type ProcessUsage, type UsageSetting } from './run-with-usage.ts'
import type { StaticTarget, TargetCount } from './static-target.ts'

/** The setting of runs of generators against the static target. */
export interface GeneratorSetting extends UsageSetting {
  readonly target: StaticTarget
}

/** One run of a generator, measured by the target and the operating system. */
export interface GeneratorRun extends ProcessUsage {
  readonly count: TargetCount
  /** CPU of other programs meanwhile, in cores, which disturbed the run. */
  readonly otherCpu: number
  /** CPU and memory that the machine took from its programs meanwhile. */
  readonly disturbance: Disturbance
}

/**
 * Runs a generator once against a target that counts from zero.
 *
 * @param patience seconds that the run may take
 * @throws BenchError when the generator fails
 */
export async function runGenerator(
  name: string,
  command: readonly string[],
  patience: number,
  setting: GeneratorSetting,
): Promise<GeneratorRun> {
  const { target } = setting
  await target.reset()
  const disturbanceSince = watchMachine()
  const [start, busyAtStart] = [performance.now(), await readBusyCpuSeconds()]
  const usage = await runWithUsage(name, command, patience, setting)
  const [seconds, busy] = [(performance.now() - start) / 1e3, (await readBusyCpuSeconds()) - busyAtStart]
  const disturbance = disturbanceSince()
  const count = await target.finalCount()
  // Stolen time counts as busy, and belongs to no process.
  const otherCpu = Math.max(0, (busy - usage.cpuSeconds - count.cpuUs / 1e6) / seconds - (disturbance.stolenCpu ?? 0))
  return { ...usage, count, otherCpu, disturbance }
}
