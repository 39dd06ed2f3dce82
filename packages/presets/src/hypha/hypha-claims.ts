import type { SuiteResult } from '@benchpress/core'
import type { Claim, ClaimJudged, Measured, Place } from '@benchpress/core/preset'
import { rightPerSecond, runsOfSide, sidesClaim, type Sides } from '@benchpress/report'
import { formatNumber } from '@benchpress/report/format'

// All figures of the comparison, whose intervals hold together.
const figures = 7

// The claim that the single instance is better.
function lead(says: string, sides: Partial<Sides> = {}): Claim {
  const [base, head] = (['cluster', 'single'] as const).map((variant) => ({ scenario: 'load', variant, ...sides.base })) as [object, object]
  return sidesClaim(says, { measure: rightPerSecond, over: 'mean', better: 'high', figures, alike: true, ...sides, base, head })
}

const meanTime = ({ requests }: Place): Measured => requests.responseTime.mean

/** What the document says of its runs, and the grade of its own scripts. */
export const hyphaClaims: readonly Claim[] = [
  {
    says: 'Total Failures: 0 errors, Overall Success Rate: 100.00%',
    rule: ({ tests }) => {
      const counts = tests.flatMap(({ scenarios }) => scenarios.map((scenario) => scenario.counts))
      const sent = counts.reduce((sum, { started }) => sum + started, 0)
      const failed = counts.reduce((sum, { started, outcomes }) => sum + started - outcomes.ok, 0)
      return sent === 0
        ? undefined
        : { holds: failed === 0 ? 'yes' : 'no', because: `${formatNumber(failed)} of ${formatNumber(sent)} failed` }
    },
  },
  lead('Peak Throughput: Single +41.0%', { over: 'best' }),
  lead('Average Throughput: Single +169.5%'),
  lead('Average Response Time: Single -406.4%', { measure: meanTime, better: 'low' }),
  lead('Light Load Performance: Single +515.7%', { base: { tests: 'Light Load' } }),
  // The document recommends neither side for a smaller lead in throughput.
  lead('Use single instance for maximum performance, which leads by more than 20 %', { least: 1.2 }),
  { says: 'Single Instance: EXCELLENT (a peak over 15,000/s; 10,000 is GOOD, 5,000 ACCEPTABLE)', rule: gradeSingle },
]

// The grades of the published scripts by the peak from which each is given.
const grades = [
  ['EXCELLENT', 15_000],
  ['GOOD', 10_000],
  ['ACCEPTABLE', 5000],
] as const

function gradeSingle(suite: SuiteResult): ClaimJudged | undefined {
  const { passes, values, doubt } = runsOfSide(suite, { scenario: 'load', variant: 'single' }, { measure: rightPerSecond, over: 'best' })
  if (passes.length === 0) return undefined
  if (doubt !== undefined) return { holds: 'unknown', because: doubt }
  const rate = Math.min(...values)
  const [grade = 'NEEDS OPTIMIZATION'] = grades.find(([, from]) => rate > from) ?? []
  return { holds: grade === 'EXCELLENT' ? 'yes' : 'no', because: `${formatNumber(rate)}/s here: ${grade}` }
}
