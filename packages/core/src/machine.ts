// Facts about the machine that the load comes from, without a test, for `benchpress doctor` and benchmarks of other load generators.

export { captureEnvironment } from './run/capture-environment.ts'
export { possibleConnections, readMachineLimits, type MachineLimits } from './target/connection-limits.ts'
export { neededMachines, plannedUtilization, type NeededMachines } from './run/machines/needed-machines.ts'
export { isDisturbed } from './result/verdict/disturbed-seconds.ts'
export { watchMachine } from './target/disturbance.ts'
export type { Disturbance, Pressure } from './result/summary/generator-summary.ts'
export type { Environment } from './result/shape/result.ts'
