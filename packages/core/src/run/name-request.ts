import type { ResolvedScenario } from '../config/resolved-config.ts'
import { endpointName } from '../load/http/request-config.ts'
import { redactText } from '../base/redact/redact-text.ts'

/** Describes what a scenario does in a few words: `GET /items and 2 more in turn`, or the names of its journeys. */
export function nameRequest(scenario: ResolvedScenario): string {
  if (scenario.kind === 'journeys') return scenario.journeys.map(({ name }) => name).join(', ')
  const [first, ...others] = scenario.requests
  const name = first === undefined ? '' : redactText(`${first.method} ${first.path}`)
  return others.length === 0 ? name : `${name} and ${others.length} more ${orders[scenario.order]}`
}

const orders = { 'in-turn': 'in turn', shuffled: 'shuffled', 'one-after-another': 'one after another' } as const

/** The endpoint of a scenario with a single request; `undefined` when each request has its own. */
export function endpointOf(scenario: ResolvedScenario): string | undefined {
  if (scenario.kind === 'journeys' || scenario.requests.length !== 1) return undefined
  const [only] = scenario.requests
  return only === undefined ? undefined : endpointName(only)
}
