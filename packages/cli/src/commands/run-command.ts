import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Machines } from '@benchpress/core/machines'
import type { Problem } from '@benchpress/core/preset'
import type { CommandContext } from '../command-io.ts'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { baselineFlags } from '../flags/baseline-flags.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { findFlags } from '../flags/find-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { machineFlags, readMachines, type ChosenMachines } from '../flags/machine-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { requestFlags } from '../flags/request-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'

/** Adds `benchpress run [URL or config]`, which is also what `benchpress URL` means. */
export function addRunCommand(program: Command, context: CommandContext, isDefault: boolean): void {
  const command = program
    .command('run [source]', { isDefault })
    .usage('[options] [URL | config file] [-- COMMAND...]')
    .description('test a URL, or what a config file describes (default: the nearest benchpress.config.*)')
  addSuiteFlags(command)
  addFlags(command, 'Machines:', machineFlags)
  addFlags(command, 'Baseline:', baselineFlags)
  addFlags(command, 'Output:', outputFlags)
  addRefusedFlags(command)
  command.addHelpText('after', closing)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    context.finish(await runSource(source, options, context))
  })
}

/** Adds the flags that say what is run. */
export function addSuiteFlags(command: Command): void {
  addRequestFlags(command)
  addFlags(command, 'Test:', suiteFlags)
  addFlags(command, 'Search:', findFlags)
}

/** Adds the flags that say what is sent, and how. */
export function addRequestFlags(command: Command): void {
  addFlags(command, 'Load:', loadFlags)
  addFlags(command, 'Request:', requestFlags)
  addFlags(command, 'Connection:', connectionFlags)
}

const closing = `
Flags of load, connection and test can stand in the environment, too, such as
BENCHPRESS_DURATION=30.

Exit codes:
  0    done
  1    a fault of benchpress, or an output that could not be written
  2    a wrong flag or config
  96   the target failed
  97   the result is invalid (--strict: or suspect), a threshold is
       inconclusive, or a baseline decides nothing
  98   worse than the baseline
  99   a threshold failed
  130  interrupted
`

async function runSource(source: string | undefined, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<number> {
  const { readSuite } = await import('./read-suite.ts')
  const { env, cwd } = context.io
  const problems: Problem[] = []
  const chosen = readMachines({ options, env, cwd }, problems)
  const read = await readSuite(source, options, context, problems)
  const machines = chosen === undefined ? undefined : await openMachines(chosen, context.io)
  const { measure } = await import('./measure.ts')
  return measure({ ...read, machines, args: context.args, presetRun: undefined }, context.io)
}

async function openMachines({ broker, key, agents, files }: ChosenMachines, { cwd, env }: CommandContext['io']): Promise<Machines> {
  const { machinesOn, parsePlacements, starterTrust } = await import('@benchpress/machines')
  const trust = await starterTrust({ key: resolve(cwd, key), cwd, files, env })
  return machinesOn({ broker, agents: typeof agents === 'string' ? parsePlacements(agents) : agents, trust })
}
