import type { GatheredMachines, GatheredTest, Machines } from '../../../src/run/machines/machines.ts'
import { ProcessGenerator, type ProcessOptions } from './process-generator.ts'

/** Processes of this machine that stand for machines; each test has its own, which end with it. */
export class ProcessMachines implements Machines {
  /** The machines that each test asked for. */
  readonly gathered: GatheredTest[] = []
  /** The generators of the last test. */
  generators: readonly ProcessGenerator[] = []
  readonly #like: readonly Omit<ProcessOptions, 'threads'>[]

  constructor(...like: readonly Omit<ProcessOptions, 'threads'>[]) {
    this.#like = like
  }

  async gather(test: GatheredTest): Promise<GatheredMachines> {
    this.gathered.push(test)
    const generators = await Promise.all(this.#like.map((options) => ProcessGenerator.create({ ...options, threads: test.workers })))
    this.generators = generators
    return {
      generators,
      end: async () => {
        for (const generator of generators) generator.kill()
        await Promise.all(generators.map((generator) => generator.gone()))
      },
    }
  }
}
