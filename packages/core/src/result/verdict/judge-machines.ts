import type { MachineFlaw, MachineSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { viewsOf } from './by-machine.ts'
import { generatorSaturated } from './rules/generator-rules.ts'
import { latenessOf, notableStart } from './rules/machine-rules.ts'

/** The machines of a test with what the verdict has against each of them; nothing where the load came from one that needs no name. */
export function judgeMachines(summary: TestSummary): { readonly machines?: readonly MachineSummary[] } {
  const { machines } = summary
  if (machines === undefined) return {}
  const views = viewsOf(summary)
  return { machines: machines.map((machine, index) => ({ ...machine, verdict: flawsOf(machine, views[index]?.summary ?? summary) })) }
}

function flawsOf(machine: MachineSummary, view: TestSummary): readonly MachineFlaw[] {
  const has: Readonly<Record<MachineFlaw, boolean>> = {
    lost: machine.lost !== null,
    late: latenessOf(machine) > notableStart,
    // Its start alone is none.
    saturated: generatorSaturated(view).some(({ level }) => level !== 'note'),
  }
  return (['lost', 'late', 'saturated'] as const).filter((flaw) => has[flaw])
}
