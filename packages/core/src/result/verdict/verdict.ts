import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { MachineSummary } from '../summary/generator-summary.ts'
import { sumIfKnown } from '../../base/units/count.ts'

/** How far a result can be believed. */
export type Level = 'valid' | 'suspect' | 'invalid'

/** One reason for a verdict; a `note` explains a figure and changes no level. */
export interface Reason {
  /** Name of the rule in kebab-case, such as `queue-depth`. */
  readonly rule: string
  /** A `note` explains a figure and changes no level. */
  readonly level: 'note' | 'suspect' | 'invalid'
  /** A plain sentence with the figures that led to it. */
  readonly text: string
}

/** The verdict on one test, whose level is the worst of its reasons. */
export interface Verdict {
  /** How far the result can be believed. */
  readonly level: Level
  /** The reasons of the verdict. */
  readonly reasons: readonly Reason[]
}

/** What a test can be limited by; `CPUs` where they were used up, and not by the target alone. */
export type Limit =
  | 'nothing'
  | 'generator'
  | 'target'
  | 'errors'
  | 'planned rate'
  | 'think time'
  | 'events'
  | 'other processes'
  | 'CPUs'
  | 'target CPU'
  | 'target or network'
  | 'connection limit'
  | 'concurrency'

/** What kept the throughput of one test from being higher. */
export interface LimitedBy {
  /** The limit in a word or two; with several scenarios, that of the first. */
  readonly by: Limit
  /** The limit as a sentence, such as `planned rate: 200/s was asked for and started; the target was not the limit`. */
  readonly text: string
}

/** Makes a limit from its name and an explanation. */
export function limit(by: Limit, explanation: string): LimitedBy {
  return { by, text: `${by}: ${explanation}` }
}

const severities: Readonly<Record<Reason['level'], number>> = { note: 0, suspect: 1, invalid: 2 }

/** The verdict by some reasons: the worst of their levels, and the worst reasons first. Notes leave a result valid. */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  const sorted = reasons.toSorted((a, b) => severities[b.level] - severities[a.level])
  const worst = sorted[0]?.level ?? 'note'
  return { level: worst === 'note' ? 'valid' : worst, reasons: sorted }
}

/**
 * Combines the verdicts of tests: the worst level, and every reason once.
 *
 * With several tests, a reason that does not apply to all of them begins with the names of the tests that it applies to.
 *
 * @param nameOf returns the name of a test; without it nothing is prefixed
 */
export function worstVerdict<Test extends { readonly verdict: Verdict }>(all: readonly Test[], nameOf?: (test: Test) => string): Verdict {
  const found = all.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  const alike = Map.groupBy(found, ({ reason: { rule, level, text } }) => JSON.stringify([rule, level, text]))
  const reasons = [...alike.values()].flatMap((group) => {
    const tests = [...new Set(group.map(({ test }) => test))]
    const names = nameOf === undefined || tests.length === all.length ? '' : `${tests.map(nameOf).join(', ')}: `
    return group.slice(0, 1).map(({ reason }): Reason => ({ ...reason, text: `${names}${reason.text}` }))
  })
  return verdictOf(reasons)
}

/** A rule of the verdict, which judges one aspect of a summary; pure, never throws, and returns an empty list when there is nothing to report. */
export type Rule = (summary: TestSummary) => readonly Reason[]

/** The reason of a rule that has at most one; none without a text. */
export function reasonOf(rule: string, level: Reason['level'], text: string | null | undefined): readonly Reason[] {
  return text == null ? [] : [{ rule, level, text }]
}

/**
 * Collects the reasons of each scenario that started something; with several scenarios, each text begins with the name of the scenario.
 *
 * @param isJudged selects the scenarios to judge instead
 */
export function scenarioReasons(
  summary: TestSummary,
  judgeScenario: (scenario: ScenarioSummary) => readonly Reason[],
  isJudged: (scenario: ScenarioSummary) => boolean = hasStarted,
): readonly Reason[] {
  const isOnly = summary.scenarios.length === 1
  return summary.scenarios
    .filter(isJudged)
    .flatMap((scenario) =>
      judgeScenario(scenario).map((reason) => (isOnly ? reason : { ...reason, text: `${scenario.name}: ${reason.text}` })),
    )
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

/** Makes a rule for one machine judge each machine of a test, with the name of the machine before each reason. */
export function byMachine(rule: Rule): Rule {
  const judge: Rule = (summary) =>
    viewsOf(summary).flatMap(({ name, summary: view }) =>
      rule(view).map((reason): Reason => ({ ...reason, text: withName(name, reason.text) })),
    )
  // Rules are identified by their names.
  return Object.defineProperty(judge, 'name', { value: rule.name })
}

/** Returns the first finding over the machines of a test, with the name of the machine; `null` without a finding. */
export function firstOf<Found>(
  summary: TestSummary,
  find: (view: TestSummary) => Found | null,
): { readonly name: string; readonly found: Found } | null {
  for (const { name, summary: view } of viewsOf(summary)) {
    const found = find(view)
    if (found !== null) return { name, found }
  }
  return null
}

/** Puts the name of a machine, if it has one, before a text. */
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
