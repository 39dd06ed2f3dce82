import type { TestSummary } from '../../summary/summary.ts'
import { judgeFigure } from '../../summary/time-summary.ts'
import { gapResolution, responseGap } from '../cut-offs.ts'
import { formatMilliseconds } from '../figures.ts'
import { requestKinds, type RequestKind } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** Where requests waited before they were sent, two times tell two stories: what a user waited, and what the target took. */
export function responseService(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) =>
    requestKinds(scenario).flatMap((kind) => {
      const text = describe(kind)
      return text === null ? [] : [{ rule: 'response-service', level: 'note', text }]
    }),
  )
}

function describe({ requests: { responseTime, serviceTime }, of }: RequestKind): string | null {
  const [response, service] = [responseTime.p99, serviceTime.p99]
  if (response === null || service === null) return null
  if ([responseTime, serviceTime].some((times) => judgeFigure(times, 'p99').says !== 'enough')) return null
  const gap = Math.abs(response - service)
  if (gap <= gapResolution || gap <= Math.max(response, service) * responseGap) return null
  const times = `p99${of} is ${formatMilliseconds(response)} from when a request was due and ${formatMilliseconds(service)} from when it was sent`
  return `${times}: requests waited in between, for a connection or for the generator`
}
