import type { ScenarioSummary, SeriesSummary, SuiteResult, TestResult } from '@benchpress/core'
import { causeNotRun } from '@benchpress/core/report'
import type { Place, Where } from '@benchpress/core/preset'
import { inOneLine } from '../../format/texts.ts'
import { isStarted } from '../runs.ts'

/** The places of a row, one for each run that has it; without one, why. */
export interface Places {
  readonly places: readonly Place[]
  /** Why no run has the place, as the end of a sentence such as `it was not run`. */
  readonly missing: string
  /** Whether a run of the test was made or tried. */
  readonly isRun: boolean
}

/** Finds where a row of a documented table is measured. A scenario that started nothing is no place. */
export function findPlaces({ tests }: SuiteResult, where: Where = {}): Places {
  const runs = tests.filter((test) => isRunOf(test, where))
  const places = runs.flatMap((test) => placeIn(test, where) ?? [])
  return { places, missing: places.length > 0 ? '' : whyMissing(runs, where), isRun: runs.length > 0 }
}

function isRunOf(test: TestResult, where: Where): boolean {
  const name = where.test ?? test.name
  if ((test.name !== name && test.sweep?.of !== name) || !test.name.startsWith(where.tests ?? '')) return false
  if (where.variant !== undefined && test.variant !== where.variant) return false
  // A test that did not begin has no scenarios.
  return test.scenarios.length === 0 || test.scenarios.some((scenario) => isScenarioOf(scenario, where))
}

function isScenarioOf({ name, workload }: ScenarioSummary, where: Where): boolean {
  if (where.scenario !== undefined && name !== where.scenario) return false
  return where.users === undefined || (workload.kind === 'users' && workload.from === where.users)
}

function placeIn(test: TestResult, where: Where): Place | undefined {
  for (const scenario of test.scenarios) {
    if (!isScenarioOf(scenario, where) || !isStarted(scenario)) continue
    const requests = where.endpoint === undefined ? scenario : endpointsOf(scenario).find(({ name }) => name === where.endpoint)
    if (requests !== undefined) return { test, scenario, requests }
  }
  return undefined
}

function endpointsOf({ endpoints, users }: ScenarioSummary): readonly SeriesSummary[] {
  return [...endpoints, ...(users?.pluginRequests ?? []).flatMap((requests) => requests.endpoints)]
}

function whyMissing(runs: readonly TestResult[], { endpoint }: Where): string {
  const [first] = runs
  if (first === undefined) return 'it was not run'
  const cause = runs.map(causeNotRun).find((reason) => reason !== undefined)
  if (cause !== undefined) return inOneLine(cause)
  return endpoint === undefined ? 'nothing was sent' : `no request of ${endpoint} was sent`
}
