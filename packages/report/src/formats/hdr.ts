import hdr from 'hdr-histogram-js'
import type { SuiteResult, TimeSummary } from '@benchpress/core'
import { withHistogram } from '@benchpress/core/report'
import { nameRequests, numberedFiles, requestKinds } from './measured-requests.ts'

const microsecondsPerMillisecond = 1000

/**
 * Writes the percentiles of the response time in milliseconds, as the plotter of HdrHistogram reads them: a file for each scenario and run that has a histogram.
 *
 * Requests that were cut off are left out; a comment gives their number.
 */
export function hgrm(suite: SuiteResult, file: string): Readonly<Record<string, string>> {
  const texts = histogramsOf(suite).map(({ name, encoded, times: { unfinished } }) => {
    const distribution = hdr.decodeFromCompressedBase64(encoded).outputPercentileDistribution(5, microsecondsPerMillisecond)
    const cutOff =
      unfinished === undefined ? '' : `#[Cut off and not in it: ${unfinished.count}, the longest after ${unfinished.longest} ms]\n`
    return `${distribution}#[Response time in milliseconds of ${name}]\n${cutOff}`
  })
  return numberedFiles(file, texts.length > 0 ? texts : ['#[There is no histogram]\n'])
}

/**
 * Writes a log of histograms: the response time of each scenario and run in microseconds, tagged with its name.
 *
 * The time of a line is that of its run phase, without the warm-up, and counts from the first of them.
 */
export function hlog(suite: SuiteResult): string {
  const lines: string[] = []
  const log = new hdr.HistogramLogWriter((text) => lines.push(text))
  const all = histogramsOf(suite)
  const start = all.length === 0 ? Date.parse(suite.environment.startedAt) : Math.min(...all.map(({ at }) => at))
  log.outputLogFormatVersion()
  log.outputComment('[Response times in microseconds, by scenario and run; the largest in milliseconds]')
  log.outputComment(`[StartTime: ${start / 1000} (seconds since epoch), ${new Date(start).toISOString()}]`)
  log.outputLegend()
  for (const { name, encoded, seconds, at } of all) {
    const histogram = hdr.decodeFromCompressedBase64(encoded)
    // Commas and spaces end a tag.
    histogram.tag = name.replaceAll(/[\s,]+/g, '_')
    const begin = (at - start) / 1000
    log.outputIntervalHistogram(histogram, begin, begin + seconds, microsecondsPerMillisecond)
  }
  return lines.join('')
}

interface NamedHistogram {
  readonly name: string
  readonly times: TimeSummary
  readonly encoded: string
  /** Start of the run phase, in milliseconds since 1970. */
  readonly at: number
  /** Length of the run phase in seconds. */
  readonly seconds: number
}

function histogramsOf(suite: SuiteResult): readonly NamedHistogram[] {
  return requestKinds(suite).flatMap(({ requests, runStart, ...of }) => {
    const times = withHistogram(requests.responseTime)
    if (times.histogram === undefined || times.count === 0) return []
    const name = nameRequests({ ...of, endpoint: undefined }, suite)
    const at = Date.parse(of.test.startedAt) + runStart * 1000
    return [{ name, times, encoded: times.histogram.hdr, at, seconds: requests.duration }]
  })
}
