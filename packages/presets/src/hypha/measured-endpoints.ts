import type { ScenarioSummary } from '@benchpress/core'
import type { HyphaCase } from './hypha-cases.ts'

/** What came of one of several endpoints in all runs of a case. */
export interface MeasuredEndpoint {
  /** As the document calls it. */
  readonly name: string
  readonly requests: number
  /** Share of the requests that had the right response, 0 to 1; `null` without any. */
  readonly success: number | null
  /** Milliseconds, as `max` is; `null` without a response. */
  readonly mean: number | null
  readonly max: number | null
}

/** Tells the endpoints of a case apart, in its order; none where it has only one. */
export function measureEndpoints({ endpoints, service }: HyphaCase, scenarios: readonly ScenarioSummary[]): readonly MeasuredEndpoint[] {
  if (endpoints.length < 2) return []
  const all = scenarios.flatMap((scenario) => scenario.endpoints)
  return endpoints.map(({ name, path, service: own = service }) => {
    const [route = ''] = path.split('?')
    const series = all.filter((one) => one.name === `GET /default/services/${own}${route === '' ? '' : `/${route}`}`)
    const total = (of: (one: (typeof all)[number]) => number): number => series.reduce((sum, one) => sum + of(one), 0)
    const requests = total(({ counts }) => counts.started)
    const responses = total(({ responseTime }) => responseTime.count)
    return {
      name,
      requests,
      success: requests === 0 ? null : total(({ counts }) => counts.outcomes.ok) / requests,
      mean: responses === 0 ? null : total(({ responseTime: { mean, count } }) => (mean ?? 0) * count) / responses,
      max: responses === 0 ? null : Math.max(...series.map(({ responseTime }) => responseTime.max ?? 0)),
    }
  })
}
