import { sumOf, type MachineSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { Reason, Rule } from './verdict.ts'

/** A test as one of its machines saw it, as if this machine had generated the whole load. */
interface MachineView {
  /** Name of the machine; empty when the load came from a single machine. */
  readonly name: string
  readonly summary: TestSummary
}

/** A view of a test for each of its machines, with the CPU and threads of the machine and the figures of all; one view when there is one machine. */
export function viewsOf(summary: TestSummary): readonly MachineView[] {
  const { machines } = summary
  return machines === undefined
    ? [{ name: '', summary }]
    : machines.map((machine) => ({ name: machine.name, summary: viewOf(machine, summary) }))
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
      // Generators that share a machine do not count as other processes.
      cpu: sumOf(neighbours.map(({ generatorCpu }) => generatorCpu)),
      rss: machine.rss,
      threads: generator.threads.filter(({ worker }) => machine.workers.includes(worker)),
    },
  }
}
