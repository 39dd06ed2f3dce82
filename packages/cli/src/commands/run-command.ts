import { resolve } from 'node:path'
import type { Machines } from '@benchpress/core/machines'
import type { Problem } from '@benchpress/core/preset'
import type { CommandOptions } from '../add-command.ts'
import type { CommandContext } from '../command-io.ts'
import { readMachines, type ChosenMachines } from '../flags/machine-flags.ts'
import { measure } from './measure.ts'
import { readSuite } from './read-suite.ts'

/** Runs a test, for `benchpress run [URL or config]` and for its short form, `benchpress URL`. */
export async function runCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { env, cwd } = context.io
  const problems: Problem[] = []
  const chosen = readMachines({ options, env, cwd }, problems)
  const read = await readSuite(source, options, context, { problems, isSpread: chosen !== undefined })
  const machines = chosen === undefined ? undefined : await openMachines(chosen, context.io)
  return measure({ ...read, machines, args: context.args, presetRun: undefined }, context.io)
}

async function openMachines({ broker, key, agents, files }: ChosenMachines, { cwd, env }: CommandContext['io']): Promise<Machines> {
  const { machinesOn, starterTrust } = await import('@benchpress/machines')
  const trust = await starterTrust({ key: resolve(cwd, key), cwd, files, env })
  return machinesOn({ broker, agents, trust })
}
