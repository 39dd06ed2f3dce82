import type { ComparisonDecision } from '@benchpress/core'

/** Describes what a round decided, or why it does not count. */
export type DescribeRound = (decision: ComparisonDecision, doubt: string | null) => string

/** Makes a description of round after round, which repeats why conditions cannot be decided only when a reason changes. */
export function describeRounds(): DescribeRound {
  let told = ''
  return ({ figures, regressions }, doubt) => {
    if (doubt !== null) return `does not count: ${doubt}`
    if (regressions.length === 0)
      return `${figures.filter(({ answer }) => answer !== 'inconclusive').length} of ${figures.length} figures decided`
    const unusable = regressions.filter(({ undecidedBy }) => undecidedBy === 'unusable')
    const why = unusable.map(({ condition, because }) => `; ${condition} cannot be: ${because ?? ''}`).join('')
    const added = why === told ? '' : why
    told = why
    return `${regressions.filter(({ outcome }) => outcome !== 'undecided').length} of ${regressions.length} conditions decided${added}`
  }
}
