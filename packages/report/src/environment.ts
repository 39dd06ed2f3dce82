import type { Environment, ReportSection, ReportText, SuiteResult } from '@benchpress/core'
import { formatBytes, formatNumber, plural } from './format/number.ts'
import { formatSeconds } from './format/time.ts'
import { printable } from './format/texts.ts'
import { hasUsers, isOfFunctions, scenarioRuns } from './runs.ts'
import type { ScenarioRun } from './runs.ts'
import { describeLength, describeWorkload, testedUrl } from './workload.ts'

/** What was run with what, where and when, for who reads a report elsewhere; `oneByOne` are the tests whose runs it tells. */
export function environmentSection(suite: SuiteResult, oneByOne: SuiteResult): ReportSection {
  const kind = suite.tests.length > 0 && suite.tests.every(isOfFunctions) ? 'Microbenchmarks' : 'Load test'
  return { title: `${kind}: ${suite.name}`, level: 1, on: 'page', parts: [{ lines: facts(suite, oneByOne).map(factLine) }] }
}

/** Names the machine that was measured on: `AMD EPYC 7B13 (2 cores, 8.2 GB), linux x64`. */
export function machineLine({ cpu, memory, os, arch, container }: Environment): string {
  const cores = cpu.usable === cpu.count ? plural(cpu.count, 'core') : `${formatNumber(cpu.usable)} of ${plural(cpu.count, 'core')}`
  const bytes = formatBytes(memory.limit ?? memory.total)
  return printable(`${cpu.model} (${cores}, ${bytes}), ${os} ${arch}${container ? ', in a container' : ''}`)
}

/** Names what measured: `benchpress 1.0.0 with autocannon 9.0.0 on Node.js 26.10.0`. */
export function toolLine({ benchpress, autocannon, node }: Environment): string {
  return `benchpress ${benchpress} with autocannon ${autocannon} on Node.js ${node.replace(/^v/, '')}`
}

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
    ['Seed', hasUsers(suite) || tests.some(isOfFunctions) ? [...new Set(tests.map(({ seed }) => seed))].join(', ') : ''],
    ['Date', environment.startedAt],
    ['Commit', commit],
    ['TLS', tests.some((test) => test.target.tls?.verified === false) ? 'TLS certificates were not verified' : ''],
  ]
  return all.filter(([, value]) => value !== '')
}

function factLine([name, value]: Fact): ReportText {
  return [{ text: `${name}:`, mark: 'strong' }, ' ', value]
}

function configuration(run: ScenarioRun | undefined): string {
  if (run === undefined) return ''
  const { workload } = run.scenario
  const threads = run.test.generator.threads.length
  return [
    ...(workload.kind === 'connections'
      ? [plural(workload.connections, 'connection'), `pipelining ${workload.pipelining}`]
      : [describeWorkload(workload)]),
    describeLength(workload),
    ...(workload.warmup > 0 ? [`${formatSeconds(workload.warmup)} warm-up`] : []),
    plural(threads, 'load thread'),
    testedUrl(run.test, run.scenario),
  ].join(', ')
}
