import type { Config } from '../../config/config.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { hideSecretsOf, redactConfig } from '../../base/redact/redact-config.ts'
import { labelOfPoint } from '../../result/summary/test-summary.ts'
import type { RunningTarget } from '../../target/target.ts'
import { worstVerdict } from '../../result/verdict/verdict.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'
import { captureEnvironment } from '../capture-environment.ts'
import { refuseTravel } from '../machines/machines.ts'
import { onTarget, runTest, interruptedEarly, unfinishedTest } from '../run-test.ts'
import { type RunListeners, ProgressListener } from '../progress.ts'
import type { FoundStep, SuiteResult, TestResult } from '../../result/shape/result.ts'
import { describeFound, searchSteps, type SearchEnd, type StepOrder, type StepOutcome } from './search-steps.ts'
import { type FindMaxRateOptions, resolveSearch, type ResolvedSearch } from './resolve-search.ts'
import { judgeStep } from './judge-step.ts'

const variant = 'default'

/** The state of a search. */
interface Progressing {
  readonly tests: TestResult[]
  readonly steps: FoundStep[]
  end: SearchEnd
}

/** Implements `findMaxRate`. */
export async function performSearch(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  const search = await resolveSearch(config, options)
  refuseTravel([search.config], options)
  const environment = await captureEnvironment()
  const done: Progressing = { tests: [], steps: [], end: undefined }
  const given = redactConfig(config)
  const suiteOf = ({ tests, steps, end }: Progressing): SuiteResult => {
    const found = describeFound({ slo: search.slo, bounds: search.needs.bounds, steps, end })
    const verdict = judgeSearch({ tests, steps, end }, found.value)
    return { schemaVersion: 1, name: hideSecretsOf(config, search.config.name), verdict, environment, config: given, found, tests }
  }
  const listener = new ProgressListener(config, options, (partial) =>
    suiteOf({ tests: partial === undefined ? [...done.tests] : [...done.tests, partial], steps: [...done.steps], end: 'interrupted' }),
  )
  const { listeners } = listener
  const first = atRate(search, search.needs.bounds.start, 1)
  const reached = await onTarget(first, { variant, repeat: 1, repeats: 1 }, listeners, async (target) => {
    await runSteps(search, target, listeners, done)
    return true
  })
  if (reached === undefined) {
    done.end = 'interrupted'
    done.tests.push(unfinishedTest(first, interruptedEarly, { variant, repeat: 1 }))
  }
  listener.failed.throwIfAborted()
  return suiteOf(done)
}

async function runSteps(search: ResolvedSearch, target: RunningTarget, listeners: RunListeners, done: Progressing): Promise<void> {
  const { signal, onPartial, machines } = listeners
  const measure = async ({ value, repeat, step, longer }: StepOrder): Promise<StepOutcome | undefined> => {
    const config = atRate(search, value, longer)
    const point = `step ${step}${config.sweep === null ? '' : `, ${labelOfPoint(config.sweep)}`}`
    const { onProgress: tell } = listeners
    const onProgress: RunListeners['onProgress'] = tell && ((progress) => tell({ ...progress, point }))
    const test = await runStep({ config, target, variant, repeat, repeats: 1, signal, machines, onProgress, onPartial }, done)
    done.tests.push(test)
    // A step that was cut off neither passed nor failed.
    return signal.aborted ? undefined : judgeStep(test, search.scenario, search.config.thresholds)
  }
  done.end = await searchSteps(search.needs, measure, done.steps)
}

// The results so far must not be lost.
async function runStep(context: Parameters<typeof runTest>[0], { tests }: Progressing): Promise<TestResult> {
  try {
    return await runTest(context)
  } catch (error) {
    if (tests.length === 0 || !isBenchpressError(error) || error.code === 'INVALID_CONFIG') throw error
    return unfinishedTest(context.config, { cause: 'target', reason: error.message }, context)
  }
}

/** Makes the config of a step: the searched scenario has the level as its rate, and `longer` times the planned duration. */
function atRate({ config, scenario }: ResolvedSearch, value: number, longer: number): ResolvedConfig {
  const point = { of: config.name, parameter: 'rate', value }
  return {
    ...config,
    name: `${config.name} ${labelOfPoint(point)}`,
    sweep: point,
    scenarios: config.scenarios.map((each): ResolvedConfig['scenarios'][number] => {
      if (each.name !== scenario || each.workload.kind !== 'rate') return each
      const curve = constantCurve(value, Math.round((each.workload.curve.steps[0]?.duration ?? 0) * longer))
      // A search is meant to go below the planned rate.
      return { ...each, abortIfRateBelow: undefined, workload: { ...each.workload, curve } }
    }),
  }
}

// Failed steps are expected in a search, and do not count against the found rate.
function judgeSearch({ tests, end }: Progressing, value: number | null): SuiteResult['verdict'] {
  const atValue = tests.filter(({ sweep, interrupted }) => sweep?.value === value && interrupted === null)
  const judged = value === null || atValue.length === 0 || end === 'target' ? tests : atValue
  return worstVerdict(judged, ({ name, repeat }) => `${name} run ${repeat}`)
}
