import { errorRate, formatShare } from '@benchpress/core'
import type { TableContent } from './table-content.ts'
import { figures } from './figure.ts'
import { isStarted } from './scenario-runs.ts'
import type { ScenarioRun, ScenarioRuns } from './scenario-runs.ts'
import { spreadOf } from './spread.ts'
import type { Spread } from './spread.ts'

/**
 * All runs of a scenario beside each other, with mean, standard deviation, lowest and highest of each figure below several of them.
 *
 * Runs that sent no request are shown as such, and left out of those.
 */
export function runsTable({ runs }: ScenarioRuns): TableContent {
  const started = runs.filter(({ scenario }) => isStarted(scenario))
  return {
    head: ['Run', ...figures.map((figure) => figure.label), 'Failed', 'Verdict'],
    texts: ['Verdict'],
    apart,
    rows: [...runs.map(runRow), ...(started.length > 1 ? spreadRows(started) : [])],
  }
}

/** All runs of a scenario on all variants of the target, as they are given. */
export function runsByVariantTable(runs: readonly ScenarioRun[]): TableContent {
  return {
    head: ['Variant', 'Run', ...figures.map((figure) => figure.label), 'Failed', 'Verdict'],
    texts: ['Verdict'],
    names: 2,
    apart,
    rows: runs.map((run) => [run.test.variant, ...runRow(run)]),
  }
}

const apart: readonly string[] = ['Requests', 'Read', 'Failed', 'Verdict']

function runRow({ test, scenario }: ScenarioRun): readonly string[] {
  const run = String(test.repeat)
  if (!isStarted(scenario))
    return [run, test.variant === 'default' ? 'not started' : 'N/A', ...figures.slice(1).map(() => ''), '', test.verdict.level]
  return [run, ...figures.map((figure) => figure.show(scenario)), formatShare(errorRate(scenario)), test.verdict.level]
}

function spreadRows(runs: readonly ScenarioRun[]): readonly (readonly string[])[] {
  const columns = figures.map((figure) => ({ figure, spread: spreadOf(runs.map(({ scenario }) => figure.read(scenario))) }))
  const row = (name: string, pick: (spread: Spread) => number | null): readonly string[] => [
    name,
    ...columns.map(({ figure, spread }) => {
      const value = spread === null ? null : pick(spread)
      return value === null ? 'n/a' : figure.format(value)
    }),
    '',
    '',
  ]
  return [
    row('Mean', (spread) => spread.mean),
    row('Stdev', (spread) => spread.stdev),
    row('Min', (spread) => spread.min),
    row('Max', (spread) => spread.max),
  ]
}
