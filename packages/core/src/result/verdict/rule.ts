import { sumIfKnown } from '../../base/units/count.ts'
import type { MachineSummary } from '../summary/generator-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { requestKinds, type RequestKind } from './request-kinds.ts'
import type { Reason } from './verdict.ts'

/** A rule of the verdict: a pure function with the name of the rule, which never throws, and returns an empty list when there is nothing to report. */
export type Rule = (summary: TestSummary) => readonly Reason[]

/** What a rule found: a reason that lacks the name of the rule. */
export type Finding = Omit<Reason, 'rule'>

type Found = Finding | readonly Finding[] | null

/** A finding of a level; `null` without a text. */
export function finding(level: Reason['level'], text: string | null): Finding | null {
  return text === null ? null : { level, text }
}

/** Makes a rule that judges a test as a whole. */
export function rule(name: string, find: (summary: TestSummary) => Found): Rule {
  const judge: Rule = (summary) => listed(find(summary)).map((found) => ({ rule: name, ...found }))
  return Object.defineProperty(judge, 'name', { value: name })
}

/**
 * Makes a rule that judges each scenario that started something; with several scenarios, each text begins with the name of the scenario.
 *
 * @param isJudged selects the scenarios to judge instead
 */
export function scenarioRule(
  name: string,
  find: (scenario: ScenarioSummary, summary: TestSummary) => Found,
  isJudged: (scenario: ScenarioSummary, summary: TestSummary) => boolean = hasStarted,
): Rule {
  return rule(name, (summary) => {
    const judged = summary.scenarios.filter((scenario) => isJudged(scenario, summary))
    return judged.flatMap((scenario) => named(summary.scenarios.length === 1 ? '' : scenario.name, find(scenario, summary)))
  })
}

/** Makes a rule that judges each kind of requests of each scenario. */
export function requestRule(name: string, find: (kind: RequestKind, scenario: ScenarioSummary, summary: TestSummary) => Found): Rule {
  return scenarioRule(name, (scenario, summary) => requestKinds(scenario).flatMap((kind) => listed(find(kind, scenario, summary))))
}

/** Makes a rule that judges each machine of a test by a view of its own, with the name of the machine before each text. */
export function machineRule(name: string, find: (view: TestSummary) => Found): Rule {
  return rule(name, (summary) => viewsOf(summary).flatMap((machine) => named(machine.name, find(machine.summary))))
}

function listed(found: Found): readonly Finding[] {
  return found === null ? [] : [found].flat()
}

function named(name: string, found: Found): readonly Finding[] {
  return listed(found).map(({ level, text }) => ({ level, text: withName(name, text) }))
}

/** Whether a request or an iteration of the run phase was started; a journey need not send a request. */
export function hasStarted({ counts, users }: ScenarioSummary): boolean {
  return counts.started > 0 || (users !== null && users.iterations.started > 0)
}

/** Whether nothing of a run phase was started, or nothing is known about it, so that there are no figures to judge. */
export function isNothingStarted({ scenarios }: TestSummary): boolean {
  return !scenarios.some(hasStarted)
}

/** A test as one of its machines saw it, or the test itself, without a name. */
interface MachineView {
  readonly name: string
  readonly summary: TestSummary
}

// Each of many rules judges each of up to hundreds of machines.
const viewsOfMachines = new WeakMap<TestSummary, readonly MachineView[]>()

/**
 * A view of a test for each of its machines, as if this machine had generated the whole load: with its CPU and threads, and the figures of all.
 *
 * When the load came from a single machine there is one view, whose name is empty.
 */
export function viewsOf(summary: TestSummary): readonly MachineView[] {
  const { machines } = summary
  if (machines === undefined) return [{ name: '', summary }]
  let views = viewsOfMachines.get(summary)
  if (views === undefined) viewsOfMachines.set(summary, (views = makeViews(summary, machines)))
  return views
}

/** Returns the first finding over the machines of a test, given the view and the name of each; `null` without a finding. */
export function firstOf<Of>(summary: TestSummary, find: (view: TestSummary, name: string) => Of | null): Of | null {
  for (const { name, summary: view } of viewsOf(summary)) {
    const found = find(view, name)
    if (found !== null) return found
  }
  return null
}

/** Puts a name, unless it is empty, before a text. */
export function withName(name: string, text: string): string {
  return name === '' ? text : `${name}: ${text}`
}

function makeViews({ machines: _machines, ...ofTest }: TestSummary, machines: readonly MachineSummary[]): readonly MachineView[] {
  const { target, generator } = ofTest
  const bootOrName = ({ boot, name }: MachineSummary): string => boot ?? name
  const neighbours = Map.groupBy(machines, bootOrName)
  const threads = new Map(generator.threads.map((thread) => [thread.worker, thread]))
  return machines.map((machine) => ({
    name: machine.name,
    summary: {
      ...ofTest,
      cpus: machine.cpu.usable,
      hostCpu: machine.hostCpu,
      hostInterruptCpu: machine.hostInterruptCpu,
      resources: machine.resources,
      target: { ...target, local: machine.hasTarget, cpu: machine.hasTarget ? target.cpu : null, inGenerator: false },
      generator: {
        ...generator,
        // Generators that share a machine do not count as other processes.
        cpu: sumIfKnown((neighbours.get(bootOrName(machine)) ?? []).map(({ generatorCpu }) => generatorCpu)),
        rss: machine.rss,
        threads: machine.workers.flatMap((worker) => threads.get(worker) ?? []),
      },
    },
  }))
}
