import type { SeriesSnapshot } from '../../measure/recorder/series.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { SeriesTotals, type SeriesTotal } from '../../measure/recorder/series-totals.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { summarizeEndpoints } from './summarize-endpoints.ts'
import type { SeriesSummary } from './summary.ts'

const noTimes = new Histogram().snapshot()

/**
 * Reads what went to each server, in the order of their names, with a row of zeros for one that got nothing; what went to none of them comes
 * last.
 *
 * @param duration length of the run phase in seconds
 */
export function summarizeServers(names: readonly string[], totals: ScenarioTotals, duration: number): SeriesSummary[] {
  const recorded = totals.servers.all
  const nothing = new SeriesTotals()
  nothing.add(names.filter((name) => !recorded.some((series) => series.name === name)).map(nothingOf))
  const place = ({ name }: SeriesTotal): number => (names.includes(name) ? names.indexOf(name) : names.length)
  const rows = [...recorded, ...nothing.all].toSorted((a, b) => place(a) - place(b))
  return summarizeEndpoints(rows, duration, totals.users !== undefined)
}

function nothingOf(name: string): SeriesSnapshot {
  return { name, started: 0, outcomes: [], statuses: [], bytesReceived: 0, responseTimes: [], serviceTime: noTimes, httpWaiting: noTimes }
}
