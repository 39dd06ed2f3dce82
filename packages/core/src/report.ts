// For reports, presets and the command line, which read results, plans and configs. Neither tests nor load threads need it.

// Sections that a package adds to a report, as data.
export type {
  MarkedText,
  ReportCell,
  ReportCode,
  ReportCondition,
  ReportFigure,
  ReportLines,
  ReportSection,
  ReportTable,
  ReportText,
} from './result/shape/report-section.ts'

// Figures of a result, and whether they can be believed.
export { builtInMetric, builtInMetrics } from './result/threshold/built-in-metrics.ts'
export { tableOf } from './model/metrics/figure-sums.ts'
export { countFailures, failedShare, outcomes, sumOutcomes } from './model/metrics/outcome.ts'
export { addUpReasons, type ReasonCount } from './base/units/count.ts'
export { judgeSamples, samplesNeeded, type SampleEvidence } from './model/metrics/sample-size.ts'
export { failuresDiffer } from './compare/failure-shares.ts'
export { knownPercentile } from './compare/figures.ts'
export { errorRate } from './result/summary/scenario-summary.ts'
export { distributionOf, fewestPoints, percentileCurve, type CurvePoint } from './result/summary/time-curve.ts'
export { isLowerBound, judgeFigure, keepHistograms, mergeTimes, percentiles, withHistogram } from './model/metrics/time-summary.ts'
export { littlesLaw, type LittlesLaw, mainRequests } from './result/verdict/request-kinds.ts'
export { plannedLevel, steadySpan } from './result/verdict/offered-load.ts'
export { isDisturbed } from './result/verdict/disturbed-seconds.ts'
export { delayOf, fullSecond, lengthOfRun } from './result/verdict/stretches.ts'
export { worstVerdict } from './result/verdict/verdict.ts'

// Runs compared.
export { leastRuns } from './compare/compare-runs.ts'
export { compareVariants } from './compare/compare-variants.ts'
export { decideRounds, type RoundsDecision, type RoundsSettings } from './compare/decide-rounds.ts'
export { causeNotRun, leastComparedSeconds, whyDoubtful, withDoubt } from './compare/doubtful-run.ts'
export type { Round } from './compare/evidence.ts'
export { defaultBaselineFolder, defaultBaselineName, whyNoName } from './compare/baseline.ts'
export { withBaselineSeeds } from './run/use-baseline.ts'

// Configs and plans.
export { findComparisonProblems, type ComparisonProblems, type RoundsWanted } from './run/plan-rounds.ts'
export { listInputs } from './run/api.ts'
export { unlessAborted } from './load/user/setup-hooks.ts'
export { describeImportError, describeLoadError, importDefault, missingPackageOf } from './load/user/import-module.ts'
export { nameless, orderOfRuns, type PlannedRun } from './config/config.ts'
export { splitCommand } from './target/target.ts'

// The schema of a result.
export { resultFormats } from './result/shape/formats.ts'

// Parsing and formatting of durations, rates, shares, names and errors.
export { formatDuration, formatLength, parseDuration, formatRate, parseRate } from './base/units/duration.ts'
export {
  formatBytes,
  formatChange,
  formatNumber,
  formatSeconds,
  formatShare,
  formatTime,
  formatValue,
  plural,
  type Unit,
} from './base/units/format.ts'
export { messageOf } from './base/errors/benchpress-error.ts'
export { asSentence, closestName, nameHint } from './base/errors/closest-name.ts'
export { secretsOf, secretVariables } from './base/redact/config-secrets.ts'
export { whileHiding } from './base/redact/redact-config.ts'
export { hideSecrets, keepSecrets } from './base/redact/secrets.ts'
export { redactMessage, redactText, redactWords, withoutUserInfo } from './base/redact/redact-text.ts'
