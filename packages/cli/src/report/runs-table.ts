import { failedShare } from '@benchpress/core'
import { formatShare } from '../format/format-share.ts'
import type { TableContent } from './draw-table.ts'
import { figures } from './figure.ts'
import type { ScenarioRuns } from './scenario-runs.ts'
import { spreadOf } from './spread.ts'
import type { Spread } from './spread.ts'

/** All runs of a scenario beside each other, with mean, standard deviation, lowest and highest of each figure below them. */
export function runsTable({ runs }: ScenarioRuns): TableContent {
  const columns = figures.map((figure) => ({ figure, spread: spreadOf(runs.map(({ scenario }) => figure.read(scenario))) }))
  const spreadRow = (name: string, pick: (spread: Spread) => number | null): readonly string[] => [
    name,
    ...columns.map(({ figure, spread }) => {
      const value = spread === null ? null : pick(spread)
      return value === null ? 'n/a' : figure.format(value)
    }),
    '',
    '',
  ]
  return {
    head: ['Run', ...figures.map((figure) => figure.label), 'Failed', 'Verdict'],
    rows: [
      ...runs.map(({ test, scenario }) => [
        String(test.repeat),
        ...figures.map((figure) => {
          const value = figure.read(scenario)
          return value === null ? `n/a (n=${scenario.responseTime.count})` : figure.format(value)
        }),
        formatShare(failedShare(scenario.counts.outcomes)),
        test.verdict.level,
      ]),
      spreadRow('Mean', (spread) => spread.mean),
      spreadRow('Stdev', (spread) => spread.stdev),
      spreadRow('Min', (spread) => spread.min),
      spreadRow('Max', (spread) => spread.max),
    ],
  }
}
