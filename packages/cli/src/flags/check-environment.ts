import { InvalidFlagError, isPresetError, type Flag, type Problem } from '@benchpress/core/preset'
import { closestName } from '@benchpress/core/report'
import type { CommandIo } from '../command-io.ts'
import { connectionFlags } from './connection-flags.ts'
import { loadFlags } from './load-flags.ts'
import { machineFlags, machinesVariable, trustVariable } from './machine-flags.ts'
import { parseSwitch } from './read-flags.ts'
import { suiteFlags } from './suite-flags.ts'

/** The variable that shows where a fault of benchpress itself happened. */
export const debugVariable = 'BENCHPRESS_DEBUG'

const prefix = 'BENCHPRESS_'
// What the tests of the repository read; a test that starts the command passes them on.
const ofTests = [
  'CLEAN_CLONE',
  'PACKED',
  'TEST_REPORT',
  'FUZZ_CASES',
  'FUZZ_SEED',
  'FUZZ_PATH',
  'MUTATION',
  'MUTATION_TIMES',
  'PAGE_PICTURES',
  'SOAK_MINUTES',
  'TRIALS',
  'FAULTS',
  'FAULT_LANES',
  'FAULT_LINES',
  'SCALE_SECONDS',
  'SCALE_AGENTS',
].map((name) => `${prefix}${name}`)

/** The variables that stand for flags of a run, and that the command which repeats it has too. */
export const flagVariables: readonly string[] = [loadFlags, connectionFlags, suiteFlags, machineFlags].flatMap((group) =>
  Object.values<Flag<unknown>>(group).flatMap((flag) => flag.env ?? []),
)
// What they say may be secret.
const otherVariables = [machinesVariable, trustVariable, debugVariable]

/** Adds a problem for each `BENCHPRESS_*` variable that nothing reads, which is probably a typing error. */
export function checkEnvironment(env: CommandIo['env'], problems: Problem[]): void {
  const offered = [...flagVariables, ...otherVariables]
  const known = new Set([...offered, ...ofTests])
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === '') continue
    if (!known.has(name)) problems.push({ message: `${name}: there is no such variable`, hint: hintFor(name, offered) })
    else if (name === debugVariable) checkSwitch(name, value, problems)
  }
}

/** Whether a variable switches something on; one that cannot be read does not. */
export function isSwitchedOn(value: string | undefined): boolean {
  try {
    return parseSwitch(value ?? '')
  } catch {
    return false
  }
}

function checkSwitch(name: string, value: string, problems: Problem[]): void {
  try {
    parseSwitch(value)
  } catch (error) {
    if (!isPresetError(error, InvalidFlagError)) throw error
    problems.push({ message: `${name}=${value}: ${error.message}` })
  }
}

// Without what all of them begin with, by which each would be near to all others.
function hintFor(name: string, known: readonly string[]): string {
  const meant = closestName(
    name.slice(prefix.length),
    known.map((variable) => variable.slice(prefix.length)),
  )
  return meant === undefined ? 'docs/cli.md lists the variables, with the flags that they stand for.' : `Did you mean ${prefix}${meant}?`
}
