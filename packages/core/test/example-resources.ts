import type { ResourceSample } from '../src/result/summary/generator-summary.ts'

/** One second of a machine, with every figure that there is. */
export const exampleResources: ResourceSample = {
  at: -1,
  length: 1,
  generatorCpu: 0.9,
  generatorRss: 90_000_000,
  targetCpu: 1,
  targetRss: 60_000_000,
  hostCpu: 1.9,
  hostInterruptCpu: 0.2,
  disturbance: {
    stolenCpu: 0.1,
    stolen: 0.05,
    throttled: 0.2,
    pressure: { cpu: 0.3, memory: 0, io: 0.01 },
    groupPressure: { cpu: null, memory: null, io: null },
    involuntarySwitches: 12,
    clockJump: -0.001,
    suspended: 0,
  },
}
