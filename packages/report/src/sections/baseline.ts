import type { BaselineComparison } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import type { ReportText } from '@benchpress/core/report'
import { comparedSections, describeChange } from './compared-results.ts'
import { namesOfParts } from './figure-names.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** Shows how a result compares with a baseline: the figures of both, what was not compared and why, and the answer. */
export function baselineSections({ name, comparison, notCompared }: BaselineComparison): readonly DocumentSection[] {
  const lines = notCompared.flatMap(({ test, because, hint }): ReportText[] => [
    ...because.map((text): ReportText => [{ text: test, mark: 'warning' }, `: ${text}`]),
    hint,
  ])
  return [
    ...(comparison === null ? [] : comparedSections(comparison, 'full')),
    ...(lines.length === 0 ? [] : [{ title: `Not compared with ${name}`, parts: [{ lines }] }]),
  ]
}

/** Names everything that makes the exit code of a comparison with a baseline: what is worse, not compared or undecided, each with what to do. */
export function describeBaseline(compared: BaselineComparison): readonly Problem[] {
  const { name, comparison, notCompared, regressed, undecided } = compared
  const nameOf = namesOfParts(comparison?.figures ?? [])
  return [
    ...regressed.map((figure) => ({ message: `worse than ${name}: ${describeChange(figure, nameOf)}` })),
    ...notCompared.flatMap(({ test, because, hint }) =>
      because.map((text, index) => ({
        message: `${test} was not compared with ${name}: ${text}`,
        ...(index === because.length - 1 && { hint }),
      })),
    ),
    ...undecided.flatMap(({ test, because }) =>
      because.map((text) => ({ message: `whether ${test} is worse than ${name} is undecided: ${text}` })),
    ),
  ]
}
