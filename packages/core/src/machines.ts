// Machines that generate load: the facts of this one, and a test on others from both ends, the contract of `@benchpress/machines`, which core never imports.

// This machine, without a test.
export { captureEnvironment, readMachineFacts } from './run/capture-environment.ts'
export { possibleConnections, readMachineLimits, type MachineLimits } from './target/connection-limits.ts'
export { isDisturbed } from './result/verdict/disturbed-seconds.ts'
export { watchMachine } from './target/disturbance.ts'
export type { Disturbance, MachineFacts, Pressure } from './result/summary/generator-summary.ts'
export type { Environment } from './result/shape/result.ts'

// For the machine that starts a test.
export type {
  GatheredMachines,
  GatheredTest,
  MachineEvents,
  MachineGenerator,
  MachineReport,
  Machines,
  OwnFacts,
} from './run/machines/machines.ts'
export type { LoadGenerator, RunningShares, ShareEvents } from './load/worker/load-generator.ts'
export type { Order, Report, ThreadShare } from './load/worker/thread-messages.ts'
export type { TimingMode } from './model/workload/workload.ts'
export {
  BenchpressError,
  codeOf,
  InvalidConfigError,
  isBenchpressError,
  messageOf,
  type ConfigIssue,
} from './base/errors/benchpress-error.ts'

// For the machines that generate the load.
export { measureOffset, offsetBetween, type ClockOffset, shiftClock, systemClock, type Clock } from './base/clock/clock.ts'
export { startShares, type OrderedShares } from './run/machines/start-shares.ts'

// What is sent between machines, and functions that hide secrets.
export { feedFiles } from './load/user/feed/feed-access.ts'
export { secretVariables } from './base/redact/config-secrets.ts'
export { redactConfig, whileHiding } from './base/redact/redact-config.ts'
export { isSecretName } from './base/redact/redact-text.ts'
export { hidingSecrets, redacted } from './base/redact/secrets.ts'
