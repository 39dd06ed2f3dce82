import hdr from 'hdr-histogram-js'
import type { SuiteResult } from '@benchpress/core'
import { recordedResult } from './recorded-results.ts'

/** The result that docs/outputs.md shows: the recorded one of a rate, with a histogram of times that are like its own. */
export function outputsExample(): SuiteResult {
  const suite = recordedResult('rate')
  return {
    ...suite,
    tests: suite.tests.slice(0, 1).map((test) => ({
      ...test,
      scenarios: test.scenarios.map((scenario) => {
        const { count, min, max, p50 } = scenario.responseTime
        const histogram = hdr.build({ numberOfSignificantValueDigits: 3 })
        for (let index = 1; index <= count; index++) {
          histogram.recordValue(Math.round(1000 * Math.min(max ?? 0, (min ?? 0) + ((p50 ?? 0) * index) / (count + 1 - index))))
        }
        const encoded = { hdr: hdr.encodeIntoCompressedBase64(histogram), sum: 0, min: (min ?? 0) * 1000, max: (max ?? 0) * 1000 }
        return { ...scenario, responseTime: { ...scenario.responseTime, histogram: encoded } }
      }),
    })),
  }
}
