import { mostNames, otherName } from '../../../measure/recorder/first-names.ts'
import { formatNumber, plural } from '../../../base/units/format.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { requestKinds } from '../request-kinds.ts'
import { reasonOf, scenarioReasons, type Reason } from '../verdict.ts'

/** Reports figures that are counted together as `other`, because there are more names than are kept separately. */
export function otherNames(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) =>
    [...describeEndpoints(scenario), ...describeNames(scenario)].flatMap((text) => reasonOf('other-names', 'note', text)),
  )
}

function describeEndpoints(scenario: ScenarioSummary): readonly string[] {
  const hasJourneys = scenario.users !== null && scenario.users.journeys.length > 0
  const remedy = '; name them by template: path`/items/${id}`, or the option name'
  return requestKinds(scenario).flatMap(({ requests: { endpoints, counts }, of }) => {
    const other = otherOf(endpoints)
    if (other === undefined) return []
    const share = `${formatNumber(other.counts.started)} of ${plural(counts.started, 'request')}${of}`
    const text = `${share} went to other endpoints than the first ${mostNames}, and are counted together`
    return [`${text}${of === '' && hasJourneys ? remedy : ` as ${otherName}`}`]
  })
}

function describeNames({ users }: ScenarioSummary): readonly string[] {
  if (users === null) return []
  const lists: Readonly<Record<string, readonly { readonly name: string }[]>> = {
    checks: users.checks,
    groups: users.groups,
    tags: users.tags,
  }
  return Object.entries(lists).flatMap(([what, list]) =>
    otherOf(list) === undefined ? [] : [`${what} beyond the first ${mostNames} are counted together as ${otherName}; use fewer names`],
  )
}

function otherOf<Named extends { readonly name: string }>(all: readonly Named[]): Named | undefined {
  return all.length > mostNames ? all.find(({ name }) => name === otherName) : undefined
}
