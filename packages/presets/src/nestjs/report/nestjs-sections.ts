import { comparisonLines, formatSpread } from '@benchpress/report'
import type { SuiteResult } from '@benchpress/core'
import { samplesNeeded, addUpReasons, type ReportSection, type ReportTable, type ReasonCount } from '@benchpress/core/report'
import { formatChange, formatNumber, plural } from '@benchpress/report/format'
import { inOneLine } from '@benchpress/report/texts'
import type { PresetRun } from '@benchpress/core/preset'
import type { NestjsFindings } from '../findings/find-in-nestjs.ts'
import type { TestFindings } from '../findings/find-in-test.ts'
import { nestjsOverview, tellingFigures, endpointsTable, figuresTable, undecidedLines, formats } from './nestjs-tables.ts'
import type { ComparedFigure, VariantRuns } from '../findings/compared-figures.ts'

/**
 * The sections that the auctions add to the report: on a screen the most important figures of each test, and elsewhere also the tables of the document, with
 * measured figures, and the recommendations.
 */
export function nestjsSections(
  suite: SuiteResult,
  presetRun: PresetRun,
  { tests, recommendations }: NestjsFindings,
): readonly ReportSection[] {
  const isCompared = tests.some(({ variants }) => variants.length > 1)
  return [
    {
      title: 'Documented and measured',
      intro: isCompared
        ? 'documented on 1 core and on 12, measured on one and on all cores of this machine'
        : 'what tells most of each test',
      parts: [nestjsOverview(tests), undecidedLines(tests.flatMap(tellingFigures))],
    },
    ...tests.map(testSection),
    {
      title: 'Summary',
      parts: [
        ...(isCompared ? [summaryTable(tests)] : []),
        ...(isCompared ? [] : [[sayWhyAlone(tests)]]),
        { lines: definitions, detail: true },
        comparisonLines(suite, presetRun),
      ],
    },
    ...(recommendations.length === 0 ? [] : [recommendationsSection(recommendations)]),
  ]
}

function recommendationsSection(recommendations: NestjsFindings['recommendations']): ReportSection {
  return {
    title: 'Recommendations',
    intro: 'each by a rule of docs/presets/nestjs.md, whose name stands behind it',
    detail: true,
    parts: [recommendations.map(({ rule, text }) => `${text} (${rule})`)],
  }
}

function sayWhyAlone(tests: readonly TestFindings[]): string {
  const [side] = tests.flatMap(({ variants }) => variants)
  return side === undefined || side.variant === 'default'
    ? 'One target was tested, so there is nothing to compare it with; without --url and without a command, one core is compared with all.'
    : `Only ${side.variant} was tested before the run ended, so there is nothing to compare it with.`
}

function testSection(test: TestFindings): ReportSection {
  const { title, endpoints, documented } = test
  const hasP99 = endpoints.some(({ p99 }) => p99.values.some((values) => values.length > 0))
  return {
    title,
    intro: 'documented and measured',
    detail: true,
    parts: [
      figuresTable(test),
      ...(endpoints.length === 0 ? [] : [endpointsTable(test, 'mean')]),
      ...(hasP99 ? [endpointsTable(test, 'p99')] : []),
      [
        ...(hasP99 || endpoints.length === 0 ? [] : [`p99 of each: n/a, it takes ${formatNumber(samplesNeeded(99))} samples`]),
        ...undecidedLines([...test.figures, ...endpoints.flatMap(({ mean, p99 }) => [mean, p99])]),
        keyFinding(test),
        ...reasonLines(test),
        ...documented.corrections.map((correction) => `published: ${correction}`),
      ],
    ],
  }
}

const definitions: readonly string[] = [
  'Sustained requests/s are those of the longest phase at one rate; the peak is that of the best ten seconds in a row, or of as many as that phase has; both while users arrive.',
  'Response times count from the moment a request was due, and a user is created when it arrives, whatever the target does.',
]

const documentedWinners = {
  load: 'multi-core: 40 to 60 % better p99',
  websocket: 'single-core: 100 % success, less than a millisecond',
  max: 'multi-core: 86 % more capacity, 99.96 % success',
} as const

// The winner of each test, documented and measured.
function summaryTable(tests: readonly TestFindings[]): ReportTable {
  return {
    head: ['Test', 'Documented winner', 'Winner', 'By'],
    texts: ['Documented winner', 'Winner', 'By'],
    detail: true,
    rows: tests.map(({ name, title, winner, undecided, variants }) => [
      title,
      documentedWinners[name],
      winner?.variant ?? 'none',
      winner === null ? (undecided ?? '') : sayDifference(winner.by, variants),
    ]),
  }
}

const mostReasons = 5

/** The key finding of a test in a sentence: the winner and the figure it won by, or why there is none. */
function keyFinding(test: TestFindings): string {
  const { winner, undecided, variants } = test
  if (winner !== null) return `Key finding: ${winner.variant} won. ${sayDifference(winner.by, variants)}.`
  if (undecided !== null) return `Key finding: no winner. ${undecided}.`
  const runs = variants.flatMap((side) => side.runs)
  const completed = runs.reduce((sum, run) => sum + run.users.completed, 0)
  const created = runs.reduce((sum, run) => sum + run.users.created, 0)
  return `Key finding: ${formatNumber(completed)} of ${plural(created, 'user')} completed.`
}

/** Writes the difference of two variants in a figure: `All requests, p99: 15 ms on single-core, 6 ms on multi-core (-60 %)`. */
function sayDifference({ label, change, spreads, unit }: ComparedFigure, variants: readonly VariantRuns[]): string {
  const sides = variants.map(({ variant }, side) => `${formatSpread(spreads[side] ?? null, formats[unit])} on ${variant}`)
  return `${label}: ${sides.join(', ')}${change === null ? '' : ` (${formatChange(change)})`}`
}

/** The reasons why runs were not made, users failed, and bids were refused, by variant. */
function reasonLines({ variants }: TestFindings): readonly string[] {
  return variants.flatMap(({ variant, runs }) => {
    const on = variant === 'default' ? '' : ` on ${variant}`
    const missing = [...new Set(runs.flatMap(({ notRun }) => notRun ?? []))]
    return [
      ...missing.map((cause) => `n/a${on}: ${inOneLine(cause)}`),
      ...counted(`users failed${on}`, addUpReasons(runs.flatMap(({ failures }) => failures))),
      ...counted(`bids refused${on}`, addUpReasons(runs.flatMap(({ bids }) => bids.reasons))),
      ...counted(`connections refused${on}`, addUpReasons(runs.flatMap(({ sockets }) => sockets?.refused ?? []))),
    ]
  })
}

function counted(what: string, reasons: readonly ReasonCount[]): readonly string[] {
  if (reasons.length === 0) return []
  const shown = reasons.slice(0, mostReasons).map(({ reason, count }) => `${formatNumber(count)} with ${inOneLine(reason)}`)
  const others = reasons.length - shown.length
  return [`${what}: ${shown.join('; ')}${others > 0 ? `; and ${formatNumber(others)} other reasons` : ''}`]
}
