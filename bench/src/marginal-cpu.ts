import type { Generator, UserLoad } from './generator.ts'
import { runGenerator } from './run-generator.ts'
import type { GeneratorRun, GeneratorSetting } from './run-generator.ts'

/** Length of the run that is subtracted, in seconds. */
const shortSeconds = 1

/** A run, with the cost of its load alone. */
export interface MarginalRun {
  readonly run: GeneratorRun
  /** CPU seconds of the generator for 1,000 requests, without its start-up and its report. */
  readonly cpuSecondsPer1000: number
}

/**
 * Runs a generator for one second and for the requested time, and takes the difference, which excludes starting and reporting.
 *
 * @throws BenchError when the generator fails
 */
export async function measureMarginalCpu(generator: Generator, load: UserLoad, setting: GeneratorSetting): Promise<MarginalRun> {
  const runFor = async (seconds: number): Promise<GeneratorRun> => {
    const command = await generator.command({ ...load, seconds }, setting.folder)
    return runGenerator(generator.name, command, seconds + 40, setting)
  }
  const short = await runFor(shortSeconds)
  const run = await runFor(load.seconds)
  const requests = run.count.requests - short.count.requests
  return { run, cpuSecondsPer1000: requests > 0 ? ((run.cpuSeconds - short.cpuSeconds) / requests) * 1000 : NaN }
}
