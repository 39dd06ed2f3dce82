export type { Config, ConnectionsWorkload, Duration, ScenarioConfig } from './config/config.ts'
export { defineConfig } from './config/config.ts'
export { formatDuration, parseDuration } from './duration/duration.ts'
export { BenchpressError, isBenchpressError, type ErrorCode } from './errors/benchpress-error.ts'
export { InvalidConfigError, type ConfigIssue } from './errors/invalid-config-error.ts'
export type { ExpectConfig, FormField, RequestConfig } from './http/request-config.ts'
export { failedShare, outcomes, sumOutcomes, type Outcome, type OutcomeCounts } from './metrics/outcome.ts'
export { redactText } from './redact/redact-text.ts'
export { captureEnvironment } from './run/capture-environment.ts'
export type { Environment } from './run/environment.ts'
export type { OnProgress, Phase, Progress } from './run/progress.ts'
export type { Result, SuiteResult, TestResult } from './run/result.ts'
export { run } from './run/run.ts'
export { runSuite, type RunOptions, type SuiteConfig } from './run/run-suite.ts'
export { hasSamplesFor, samplesNeeded } from './summary/sample-size.ts'
export type {
  ConnectionSummary,
  Counts,
  ErrorSummary,
  GeneratorSummary,
  Interruption,
  PhaseSummary,
  ResourceSample,
  ScenarioSummary,
  SecondSummary,
  TargetSummary,
  TestSummary,
  ThreadSummary,
  Throughput,
  TimeSummary,
  WorkloadSummary,
} from './summary/summary.ts'
export { readMachineLimits, type MachineLimits } from './target/machine-limits.ts'
export type { CommandTarget, Ready, RunningServer, ServerTarget, TargetConfig, UrlTarget } from './target/target-config.ts'
export { usableCpus } from './target/usable-cpus.ts'
export type { Level, Reason, Verdict } from './verdict/verdict.ts'
export type { TlsConfig } from './wire/tls-config.ts'
