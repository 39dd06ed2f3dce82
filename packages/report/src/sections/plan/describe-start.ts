import type { ScenarioPlan, SearchPlan, SuitePlan, TestPlan } from '@benchpress/core'
import { formatLength, plural } from '@benchpress/core/report'
import { describeLength, describeWorkload, testedUrl } from '../workload.ts'
import { describeSearchLength } from './describe-search-plan.ts'

/** The run that is about to start. */
export interface Start {
  readonly plan: SuitePlan
  /** Name of the preset, with its part; missing for any other run. */
  readonly preset?: string | undefined
  /** The search for the highest rate; the plan is that of one step. */
  readonly search?: SearchPlan | undefined
  /** The comparison of two variants by rounds; the plan is that of one round. */
  readonly rounds?: Rounds | undefined
}

interface Rounds {
  readonly most: number
  /** Planned seconds of each round; infinite for a load without a planned end. */
  readonly seconds: number
  /** Seconds within which all rounds have ended. */
  readonly budget: number
}

/** Describes the run that is about to start and its length: one scenario by the first lines of its report, several in a line each. */
export function describeStart({ plan, preset, search, rounds }: Start): readonly string[] {
  const tests = plan.tests.flatMap((test) => describeTest(test, plan))
  if (search !== undefined) return ['Running a search of the highest rate', ...tests, `  ${describeSearchLength(search)}`]
  if (rounds !== undefined) return [`Running ${describeRounds(rounds)}`, ...tests]
  const only = preset === undefined ? onlyScenario(plan) : undefined
  const of = preset === undefined ? '' : ` of preset ${preset}`
  return only ?? [`Running ${countWhole(plan)}${of}${describeWhole(plan)}`, ...tests]
}

function describeRounds({ most, seconds, budget }: Rounds): string {
  const each = Number.isFinite(seconds) ? `, about ${formatLength(Math.ceil(seconds))} each` : ''
  return `at most ${plural(most, 'round')} of A, B, B, A${each}, and none that would end after ${formatLength(budget)}`
}

function onlyScenario(plan: SuitePlan): readonly string[] | undefined {
  const [test] = plan.tests
  const [scenario, ...others] = test?.scenarios ?? []
  if (test === undefined || scenario === undefined || others.length > 0 || countRuns(plan) > 1) return undefined
  const { workload } = scenario
  const before = workload.warmup > 0 ? `, after ${formatLength(workload.warmup)} of warm-up` : ''
  return [`Running ${describeLength(workload)} test @ ${urlOf(test, scenario)}`, `${describeWorkload(workload)}${before}`]
}

function countWhole(plan: SuitePlan): string {
  const runs = countRuns(plan)
  const tests = plural(plan.tests.length, 'test')
  return runs === plan.tests.length ? tests : `${tests} in ${plural(runs, 'run')}`
}

// The name distinguishes a test from others.
function describeTest(test: TestPlan, { tests }: SuitePlan): readonly string[] {
  const { name, scenarios } = test
  const isOnly = tests.length === 1
  return scenarios.map((scenario) => {
    const named = [
      ...(isOnly ? [] : [name]),
      ...(scenario.name === name || (scenarios.length === 1 && !isOnly) ? [] : [scenario.name]),
    ].join(', ')
    return `  ${named === '' ? '' : `${named}: `}${describeLength(scenario.workload)}, ${describeWorkload(scenario.workload)} @ ${urlOf(test, scenario)}`
  })
}

// A command that prints its URL has none before it is started.
function urlOf({ target, variants }: TestPlan, { request }: ScenarioPlan): string {
  if (variants.length > 0) return variants.map(({ name }) => name).join(' and ')
  const { url, servers, command } = target
  const place = servers?.[0] ?? url
  if (place !== null) return testedUrl({ target: { url: place } }, { request })
  return command === null ? 'a server in the same process' : command.join(' ')
}

function describeWhole(plan: SuitePlan): string {
  const durations = plan.tests.map(({ duration, variants }) =>
    duration === null ? null : duration * runsOf(variants.length, plan.repeats),
  )
  if (durations.some((duration) => duration === null)) return ''
  const rests = Math.max(0, countRuns(plan) - 1) * plan.pause
  const whole = durations.reduce<number>((sum, duration) => sum + (duration ?? 0), rests)
  return `, about ${formatLength(Math.ceil(whole))} in total`
}

function countRuns({ tests, repeats }: SuitePlan): number {
  return tests.reduce((sum, { variants }) => sum + runsOf(variants.length, repeats), 0)
}

function runsOf(variants: number, repeats: number): number {
  return Math.max(1, variants) * repeats
}
