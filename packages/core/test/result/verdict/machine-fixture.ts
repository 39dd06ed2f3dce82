import type { ResourceSample } from '../../../src/result/summary/generator-summary.ts'

/** One second of a machine on which generator and target need little, and nothing disturbs them. */
export function resourceFixture(sample: Partial<ResourceSample> = {}): ResourceSample {
  const noPressure = { cpu: 0.1, memory: 0, io: 0 }
  return {
    at: 1,
    length: 1,
    generatorCpu: 0.15,
    generatorRss: 80e6,
    targetCpu: 0.2,
    targetRss: 50e6,
    hostCpu: 0.4,
    hostInterruptCpu: 0,
    disturbance: {
      stolenCpu: 0,
      stolen: 0,
      throttled: 0,
      pressure: noPressure,
      groupPressure: noPressure,
      involuntarySwitches: 3,
      clockJump: 0,
      suspended: 0,
    },
    ...sample,
  }
}
