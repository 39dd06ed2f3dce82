import { sumOf, type MachineSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { Reason, Rule } from './verdict.ts'

/** What one machine did in a test, as if it had generated all of the load. */
interface MachineView {
  /** Empty where the load came from one machine, which needs no name. */
  readonly name: string
  readonly summary: TestSummary
}

/** A test as each of its machines saw it: its CPU and its threads with the figures of all; one view where it ran on one machine. */
export function viewsOf(summary: TestSummary): readonly MachineView[] {
  const { machines } = summary
  return machines === undefined
    ? [{ name: '', summary }]
    : machines.map((machine) => ({ name: machine.name, summary: viewOf(machine, summary) }))
}

/** Judges each machine of a test by a rule for one, with its name before each reason. */
export function byMachine(rule: Rule): Rule {
  const judge: Rule = (summary) =>
    viewsOf(summary).flatMap(({ name, summary: view }) =>
      rule(view).map((reason): Reason => ({ ...reason, text: withName(name, reason.text) })),
    )
  // Rules are told apart by their names.
  return Object.defineProperty(judge, 'name', { value: rule.name })
}

/** What a rule for one machine finds first, over the machines of a test, with the name of that machine; `null` where it finds nothing. */
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

/** A text about a machine, with its name before it where it has one. */
export function withName(name: string, text: string): string {
  return name === '' ? text : `${name}: ${text}`
}

function viewOf(machine: MachineSummary, summary: TestSummary): TestSummary {
  const { machines = [], ...ofTest } = summary
  const { target, generator } = ofTest
  const neighbours = machines.filter(({ boot, name }) => name === machine.name || (boot !== null && boot === machine.boot))
  return {
    ...ofTest,
    cpus: machine.cpu.usable,
    hostCpu: machine.hostCpu,
    hostInterruptCpu: machine.hostInterruptCpu,
    resources: machine.resources,
    target: { ...target, local: machine.hasTarget, cpu: machine.hasTarget ? target.cpu : null },
    generator: {
      ...generator,
      // Generators that share a machine are no other processes to each other.
      cpu: sumOf(neighbours.map(({ generatorCpu }) => generatorCpu)),
      rss: machine.rss,
      threads: generator.threads.filter(({ worker }) => machine.workers.includes(worker)),
    },
  }
}
