import type { Problem } from '@benchpress/core/preset'
import { closestName } from '@benchpress/core/report'
import type { CommandIo } from '../command-io.ts'
import { machineFlags, machinesVariable, trustVariable } from './machine-flags.ts'
import { flagsOfSettings } from './config-flags.ts'
import type { Flag } from './flag.ts'

/** The variable that makes benchpress print where in its code a fault happened. */
export const debugVariable = 'BENCHPRESS_DEBUG'

const prefix = 'BENCHPRESS_'
/** The variables that stand for flags of a run; the command that repeats the run sets them again. */
export const flagVariables: readonly string[] = [flagsOfSettings, machineFlags].flatMap((group) =>
  Object.values<Flag<unknown>>(group).flatMap((flag) => flag.env ?? []),
)
// The values of these variables may be secret.
const otherVariables = [machinesVariable, trustVariable, debugVariable]

/** Adds a problem for each `BENCHPRESS_*` variable that nothing reads, which is probably a typing error. */
export function checkEnvironment(env: CommandIo['env'], problems: Problem[]): void {
  const offered = [...flagVariables, ...otherVariables]
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === '') continue
    if (!offered.includes(name)) problems.push({ message: `${name}: there is no such variable`, hint: hintFor(name, offered) })
  }
}

/** Whether a variable that asks for the place of faults is on. */
export function isSwitchedOn(value: string = ''): boolean {
  return !['', '0', 'false', 'no'].includes(value.trim().toLowerCase())
}

// The names are compared without their prefix, which would make each of them similar to all others.
function hintFor(name: string, known: readonly string[]): string {
  const meant = closestName(
    name.slice(prefix.length),
    known.map((variable) => variable.slice(prefix.length)),
  )
  return meant === undefined ? 'docs/cli.md lists the variables, with the flags that they stand for.' : `Did you mean ${prefix}${meant}?`
}
