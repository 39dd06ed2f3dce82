import type { SuiteResult } from '@benchpress/core'
import { formatLength, nameless, plural, type ReportText } from '@benchpress/core/report'
import { machineLine, toolLine } from '../format/machine-line.ts'
import { printable } from '../format/texts.ts'
import { hasUsers, scenarioRuns, type ScenarioRun } from './runs.ts'
import { describeLength, describeWorkload, testedUrl } from './workload.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** The section about how a suite was run: workload, tool, machine and time; `oneByOne` is the part of the suite whose runs have tables. */
export function environmentSection(suite: SuiteResult, oneByOne: SuiteResult): DocumentSection {
  const kind = 'Load test'
  return {
    title: suite.name === nameless ? kind : `${kind}: ${suite.name}`,
    level: 1,
    kind: 'environment',
    on: 'page',
    parts: [{ lines: facts(suite, oneByOne).map(([name, value]): ReportText => [{ text: `${name}:`, mark: 'strong' }, ' ', value]) }],
  }
}

/** The command that makes the same run again, where it is known, and the config, both without secrets. */
export function repeatSections({ config, command }: SuiteResult): readonly DocumentSection[] {
  const text = JSON.stringify(config ?? {}, undefined, 2)
  const shown = text.length > longestConfig ? `${text.slice(0, longestConfig)}\n... the rest is in the JSON` : text
  const title = 'Run it again'
  const ofCommand = command === undefined ? [] : [{ file: 'Command', language: 'sh', code: printable(command) }]
  const ofConfig = text === '{}' ? [] : [{ file: 'Config', language: 'json', code: shown }]
  return [
    { title, on: 'page' as const, parts: ofCommand },
    { title: command === undefined ? title : '', on: 'browser' as const, parts: ofConfig },
  ].filter(({ parts }) => parts.length > 0)
}

const longestConfig = 20_000

type Fact = readonly [name: string, value: string]

function facts(suite: SuiteResult, oneByOne: SuiteResult): readonly Fact[] {
  const { environment, tests } = suite
  const commit = environment.git === null ? '' : `${environment.git.commit.slice(0, 12)}${environment.git.dirty ? ', with changes' : ''}`
  const all: readonly Fact[] = [
    ['Tool', toolLine(environment)],
    ['Hardware', machineLine(environment)],
    ...scenarioRuns(oneByOne).map(({ title, runs }): Fact => [
      title === '' ? 'Configuration' : `Configuration of ${title}`,
      configuration(runs[0]),
    ]),
    ['Seed', hasUsers(suite) ? [...new Set(tests.map(({ seed }) => seed))].join(', ') : ''],
    ['Date', environment.startedAt],
    ['Commit', commit],
    ['TLS', tests.some((test) => test.target.tls?.verified === false) ? 'TLS certificates were not verified' : ''],
  ]
  return all.filter(([, value]) => value !== '')
}

function configuration(run: ScenarioRun | undefined): string {
  if (run === undefined) return ''
  const { workload } = run.scenario
  const threads = run.test.generator.threads.length
  return [
    ...(workload.kind === 'connections'
      ? [
          plural(workload.connections, 'connection'),
          `pipelining ${workload.pipelining}${workload.refill === 'batch' ? ' in whole batches' : ''}`,
        ]
      : [describeWorkload(workload)]),
    describeLength(workload),
    ...(workload.warmup > 0 ? [`${formatLength(workload.warmup)} warm-up`] : []),
    plural(threads, 'load thread'),
    testedUrl(run.test, run.scenario),
  ].join(', ')
}
