// Tests, suites and searches: run them, or see what they would do.
export { compareTargets, findMaxRate, planSearch, planSuite, run, runSuite } from './run/api.ts'
export type { CompareTargetsOptions, TargetsComparison } from './run/compare-in-rounds.ts'
export type { ComparisonDecision } from './compare/compare-rounds.ts'
export type { Machines } from './run/machines/machines.ts'
export type { MachineProgress, OnProgress, Phase, Progress, RunOptions, SuiteProgress } from './run/progress.ts'
export type { FindMaxRateOptions, SearchOptions, SearchPlan } from './run/find/resolve-search.ts'
export type { PlannedPlugin, PlannedTarget, SuitePlan, TestPlan } from './run/plan-suite.ts'
export type { PlannedJourney, PlannedPiece, ScenarioPlan } from './run/plan-scenario.ts'
export { BenchpressError, InvalidConfigError, isBenchpressError, type ConfigIssue, type ErrorCode } from './base/errors/benchpress-error.ts'

// Configs.
export {
  defineConfig,
  defineSuite,
  type Config,
  type ScenarioConfig,
  type DnsConfig,
  type SweepConfig,
  type SuiteConfig,
  type SuiteTestConfig,
} from './config/config.ts'
export type { RequestScenarioConfig, JourneyScenarioConfig, JourneyConfig, JourneyReference } from './config/scenario.ts'
export type { ThresholdConfig } from './config/threshold-config.ts'
export type { BatchWorkloadConfig, ConnectionsWorkloadConfig, UsersWorkloadConfig } from './config/workload/closed-workloads.ts'
export type { RateWorkloadConfig } from './config/workload/rate-workload.ts'
export type { StagesWorkloadConfig } from './config/workload/stages-workload.ts'
export type { WorkloadConfig } from './config/workload/workload-config.ts'
export type { Duration, Rate } from './config/fields/quantity-schema.ts'
export type { ExpectConfig, FormField, RequestConfig } from './load/http/request-config.ts'
export type { TlsConfig, TlsVersion } from './load/wire/dial.ts'
export type { MetricDefinition, MetricDefinitions } from './measure/recorder/own-metric.ts'
export type { PluginReference } from './load/plugin/define-plugin.ts'
export type { CommandTarget, Ready, RequiredResponse, Servers, ServerTarget, TargetConfig, UrlTarget } from './target/target.ts'

// Journeys.
export {
  journey,
  type Iteration,
  type Journey,
  type JourneyUser,
  type SeededRandom,
  type SetupContext,
  type UserClients,
} from './load/user/journey.ts'
export { feed, type Feed, type FeedOptions } from './load/user/feed/feed.ts'
export {
  path,
  type HttpPath,
  type RoutePath,
  type HttpResponse,
  type HttpCall,
  type HttpClient,
  type HttpOptions,
  type JourneyExpect,
} from './load/user/http/http-client.ts'
export { RequestError } from './load/user/failure.ts'
export type { MetricRecorder, MetricRecorders } from './load/user/metric-recorders.ts'

// Assertions, for any test runner.
export {
  assertErrorRateBelow,
  assertFasterThan,
  assertLessMemoryThan,
  assertMatchesBaseline,
  assertNoMemoryLeak,
  assertP50Below,
  assertP90Below,
  assertP95Below,
  assertP99Below,
  assertP999Below,
  assertSustains,
  assertThresholds,
  assertValidRun,
} from './assertion/assert.ts'
export type { Runs } from './assertion/compared-runs.ts'
export type { FasterOptions } from './assertion/is-faster.ts'
export type { LeakOptions } from './assertion/memory.ts'
export type { BaselineOptions } from './assertion/matches-baseline.ts'
export type { SustainOptions } from './assertion/limits.ts'

// Results.
export type { Environment, Found, Result, SuiteResult, TestResult } from './result/shape/result.ts'
export type { Level, LimitedBy, Reason, Verdict } from './result/verdict/verdict.ts'
export type { ThresholdResult } from './result/threshold/threshold.ts'
export type { CheckSummary, IterationCounts, JourneySummary, UsersSummary } from './result/summary/users-summary.ts'
export type {
  ErrorSummary,
  PluginRequestsSummary,
  RequestsSummary,
  Throughput,
  FailureExampleSummary,
} from './result/summary/requests-summary.ts'
export type { SeriesSummary, SecondServiceTime, SecondSummary } from './result/summary/series-summary.ts'
export type {
  GeneratorSummary,
  ThreadSummary,
  Disturbance,
  ResourceSample,
  ThreadSecond,
  MachineFlaw,
  MachineSummary,
} from './result/summary/generator-summary.ts'
export type { TestSummary, SweepPoint } from './result/summary/test-summary.ts'
export type { ScenarioSummary } from './result/summary/scenario-summary.ts'
export type { StageSummary, WorkloadSummary } from './result/summary/workload-summary.ts'
export type { TargetSummary } from './result/summary/target-summary.ts'
export type { PercentileName, TimeFigure, TimeSummary } from './model/metrics/time-summary.ts'
export type { MetricSummary } from './result/summary/metric-summary.ts'
export type { DeliverySummary } from './result/summary/delivery-summary.ts'
export type { Outcome, OutcomeCounts } from './model/metrics/outcome.ts'
export { compareRuns, type Answer, type RunsComparison } from './compare/compare-runs.ts'
export { compareResults, type ComparedSide, type CompareOptions, type ResultsComparison } from './compare/compare-results.ts'
export type { FigureComparison } from './compare/compare-figures.ts'
export type { JudgedRegression } from './compare/judge-regression.ts'
export type { ComparedMetric, ComparedPart } from './compare/figures.ts'
export { SidesDifferError, type DifferenceKind } from './compare/differences.ts'
export type { Baseline } from './compare/baseline.ts'
export type { StoredBaseline } from './compare/baseline-folder.ts'
export { compareWithBaseline, type BaselineComparison } from './compare/compare-baseline.ts'
export { openBaseline, updateBaseline } from './run/use-baseline.ts'
export type { FigureHistory, HistoryChange } from './compare/change-points.ts'
export { historyOf, type HistoryPoint, type LeftOut, type ResultsHistory } from './compare/history.ts'
