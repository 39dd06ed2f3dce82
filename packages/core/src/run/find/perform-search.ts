import type { Config } from '../../config/config.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { redactConfig } from '../../base/redact/redact-config.ts'
import { hideSecrets } from '../../base/redact/secrets.ts'
import { labelOfPoint } from '../../result/summary/test-summary.ts'
import type { RunningTarget } from '../../target/target.ts'
import { worstVerdict } from '../../result/verdict/verdict.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'
import { captureEnvironment } from '../capture-environment.ts'
import { refuseTravel } from '../machines/machines.ts'
import { runOnTarget, runTest, interruptedEarly, unfinishedTest } from '../run-test.ts'
import { type RunListeners, ProgressListener } from '../progress.ts'
import type { FoundStep, SuiteResult, TestResult } from '../../result/shape/result.ts'
import { judgeStep } from './judge-step.ts'
import { describeFound, searchSteps, type SearchEnd, type StepOrder, type StepOutcome } from './search.ts'
import { type FindMaxRateOptions, resolveSearch, type ResolvedSearch } from './resolve-search.ts'

const variant = 'default'

interface Progressing {
  readonly tests: TestResult[]
  readonly steps: FoundStep[]
  end: SearchEnd
}

/** Implements `findMaxRate`. */
export async function performSearch(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  const search = await resolveSearch(config, options)
  refuseTravel([search.config], options)
  const { slo, needs } = search
  const environment = await captureEnvironment()
  const done: Progressing = { tests: [], steps: [], end: undefined }
  const given = redactConfig(config)
  const suiteOf = ({ tests, steps, end }: Progressing): SuiteResult => {
    const found = describeFound({ slo, bounds: needs.bounds, steps, end })
    // Failed steps are expected in a search, and do not count against the found rate.
    const atFound = tests.filter(({ sweep, interrupted }) => sweep?.value === found.value && interrupted === null)
    const verdict = worstVerdict(atFound.length === 0 || end === 'target' ? tests : atFound, ({ name, repeat }) => `${name} run ${repeat}`)
    return { schemaVersion: 2, name: hideSecrets(search.config.name), verdict, environment, config: given, found, tests }
  }
  const { listeners, failed } = new ProgressListener(options, (running) =>
    suiteOf({ tests: [...done.tests, ...running], steps: [...done.steps], end: 'interrupted' }),
  )
  const first = atRate(search, needs.bounds.start, needs.seconds)
  const reached = await runOnTarget(first, { variant, repeat: 1, repeats: 1 }, listeners, async (target) => {
    done.end = await searchSteps(needs, (order) => runStep(search, order, { target, ...listeners }, done.tests), done.steps)
    return true
  })
  if (reached === undefined) {
    done.end = 'interrupted'
    done.tests.push(unfinishedTest(first, interruptedEarly, { variant, repeat: 1 }))
  }
  failed.throwIfAborted()
  return suiteOf(done)
}

async function runStep(
  search: ResolvedSearch,
  { value, repeat, seconds, confirms }: StepOrder,
  { target, onProgress: tell, ...listeners }: RunListeners & { readonly target: RunningTarget },
  tests: TestResult[],
): Promise<StepOutcome | undefined> {
  const config = atRate(search, value, seconds)
  const point = `step ${tests.length + 1}, ${labelOfPoint(config.sweep)}`
  const onProgress: RunListeners['onProgress'] = tell && ((progress) => tell({ ...progress, point }))
  const test = await runTest({ config, variant, repeat, repeats: 1, target, onProgress, ...listeners }).catch((error: unknown) => {
    // The results so far must not be lost.
    if (tests.length === 0 || !isBenchpressError(error) || error.code === 'INVALID_CONFIG') throw error
    return unfinishedTest(config, { cause: 'target', reason: error.message }, { variant, repeat })
  })
  tests.push(test)
  // A step that was cut off neither passed nor failed.
  return listeners.signal.aborted ? undefined : judgeStep(test, search.scenario, confirms)
}

/** Makes the config of a step: the searched scenario has this rate, and the length of the step. */
function atRate(
  { config, scenario }: ResolvedSearch,
  value: number,
  seconds: number,
): ResolvedConfig & { readonly sweep: NonNullable<ResolvedConfig['sweep']> } {
  const sweep = { of: config.name, parameter: 'rate', value }
  return {
    ...config,
    name: `${config.name} ${labelOfPoint(sweep)}`,
    sweep,
    scenarios: config.scenarios.map((each): ResolvedConfig['scenarios'][number] => {
      if (each.name !== scenario || each.workload.kind !== 'rate') return each
      const curve = constantCurve(value, Math.round(seconds * 1e6))
      // A search is meant to go below the planned rate.
      return { ...each, abortIfRateBelow: undefined, workload: { ...each.workload, curve } }
    }),
  }
}
