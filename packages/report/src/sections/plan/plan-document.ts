import type { PlannedTarget, SearchPlan, SuitePlan, TestPlan } from '@benchpress/core'
import { possibleConnections } from '@benchpress/core/machines'
import { formatLength, formatNumber, orderOfRuns, plural, withoutUserInfo } from '@benchpress/core/report'
import { showModule } from '../../format/machine-line.ts'
import type { DocumentSection, ReportDocument } from '../../render/report-document.ts'
import { describeSearchPlan } from './describe-search-plan.ts'
import { wayToServers } from '../workload.ts'
import { describeScenarioPlan } from './describe-scenario-plan.ts'

// The order of runs repeats after this number.
const shownRepeats = 2

// Width of a drawing without a terminal.
const usualColumns = 100

/** The plan of a suite, or of a search, whose first step is then the suite. */
export interface ShownPlan extends SuitePlan {
  readonly search?: SearchPlan | undefined
}

/** The place where a plan is read. */
export interface PlanReader {
  /** Folder that paths are shown relative to. */
  readonly cwd: string
  /** Width of the terminal, for the drawings of loads; 100 without one. */
  readonly columns?: number | undefined
}

/** Makes the report of a plan of `planSuite` or `planSearch`. */
export function planDocument(plan: ShownPlan, { cwd, columns = usualColumns }: PlanReader): ReportDocument {
  const place = (module: string): string => showModule(module, cwd)
  const sections = plan.tests.flatMap((test) => [
    ...test.scenarios.map((scenario) =>
      section(`Scenario ${scenario.name}`, describeScenarioPlan(scenario, columns - indentation.length, place)),
    ),
    // The name of a test whose config gives none.
    section(test.name === 'test' ? 'Test' : `Test ${test.name}`, describeTest(test, plan, place)),
  ])
  const search = plan.search === undefined ? [] : [section('Search of the highest rate', describeSearchPlan(plan.search))]
  const last = { title: '', parts: [['Nothing was started, and nothing was sent.']] }
  return { title: plan.name, sections: [...sections, ...search, last] }
}

const indentation = '  '

function section(title: string, lines: readonly string[]): DocumentSection {
  return { title, parts: [lines.map((line) => (line === '' ? '' : `${indentation}${line}`))] }
}

function describeTest(
  test: TestPlan,
  { repeats, pause, limits, hooks, plugins }: SuitePlan,
  place: (module: string) => string,
): readonly string[] {
  const { duration, workers, sockets, thresholds } = test
  const possible = possibleConnections(limits, test.target.servers?.length)
  const modules = new Set(test.scenarios.flatMap(({ journeys }) => journeys.flatMap(({ module }) => module ?? [])))
  const own = Object.entries(hooks).filter(([module]) => modules.has(module))
  return [
    ...(test.variants.length === 0 ? [`target: ${describeTarget(test.target, test.scenarios)}`] : describeVariants(test, repeats)),
    ...(duration === null ? [] : [`length: ${formatLength(duration)}${repeats > 1 ? `, ${formatNumber(repeats)} times` : ''}`]),
    ...(pause === 0 ? [] : [`rest between two runs: ${formatLength(pause)}`]),
    `at most ${plural(sockets, 'connection')} at a time; this machine allows ${possible === Infinity ? 'any number' : formatNumber(possible)}`,
    ...(plugins.length === 0 ? [] : [`plugins: ${plugins.map(({ name }) => name).join(', ')}; connections that they open come on top`]),
    workers === 0 ? 'load threads: none, the load runs in the main thread' : `load threads: ${formatNumber(workers)}`,
    ...own.map(([module, names]) => `hooks: ${names.join(', ')} of ${place(module)}`),
    ...(thresholds.length === 0 ? ['thresholds: none'] : ['thresholds:']),
    ...thresholds.map(
      ({ selector, condition, abortOnFail }) =>
        `  ${selector} ${condition}${abortOnFail ? ', which ends the test as soon as it fails' : ''}`,
    ),
  ]
}

function describeVariants({ variants, scenarios }: TestPlan, repeats: number): readonly string[] {
  const order = orderOfRuns(variants, Math.min(repeats, shownRepeats)).map(({ variant }) => variant.name)
  return [
    'variants, each started for its run and stopped after it:',
    ...variants.map(({ name, target }) => `  ${name}: ${describeTarget(target, scenarios)}`),
    `order of runs: ${order.join(', ')}${repeats > shownRepeats ? ', and so on' : ''}`,
  ]
}

function describeTarget({ kind, url, command, servers }: PlannedTarget, scenarios: TestPlan['scenarios']): string {
  const at = servers === undefined ? (url === null ? '' : withoutUserInfo(url)) : describeServers(servers, scenarios)
  if (command !== null) return `the command ${command.join(' ')}${at === '' ? '' : `, at ${at}`}`
  return kind === 'server' ? 'a server in the same process' : at
}

function describeServers(servers: readonly string[], scenarios: TestPlan['scenarios']): string {
  return servers.length === 1 ? servers.join('') : `${plural(servers.length, 'server')}${wayToServers(scenarios)}: ${servers.join(', ')}`
}
