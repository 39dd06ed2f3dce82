import { mostNames, otherName } from '../../../measure/recorder/first-names.ts'
import { formatNumber, plural } from '../../../base/units/format.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { requestKinds } from '../request-kinds.ts'
import { scenarioRule, type Rule } from '../rule.ts'

/** Reports figures that are counted together as `other`, because there are more names than are kept separately. */
export const otherNames: Rule = scenarioRule('other-names', (scenario) =>
  [...describeEndpoints(scenario), ...describeNames(scenario)].map((text) => ({ level: 'note', text })),
)

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
  return (['checks', 'groups', 'tags'] as const)
    .filter((kind) => otherOf<{ readonly name: string }>(users[kind]) !== undefined)
    .map((kind) => `${kind} beyond the first ${mostNames} are counted together as ${otherName}; use fewer names`)
}

function otherOf<Named extends { readonly name: string }>(all: readonly Named[]): Named | undefined {
  return all.length > mostNames ? all.find(({ name }) => name === otherName) : undefined
}
