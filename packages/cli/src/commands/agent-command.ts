import { resolve } from 'node:path'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { agentTrust, runAgent, cleanMachines, makeKey } from '@benchpress/machines'
import { plural } from '@benchpress/report/format'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import { agentFlags, machinesVariable } from '../flags/machine-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { printFaults } from '../print-lines.ts'

/** Generates load for runs that are started elsewhere, for `benchpress agent URL`. */
export async function agentCommand(url: string | undefined, options: CommandOptions, { io }: CommandContext): Promise<number> {
  const problems: Problem[] = []
  const { trust, name } = readFlags(agentFlags, { options, env: io.env, cwd: io.cwd }, problems)
  const broker = brokerOf(url, 'agent', io, problems)
  if (trust === undefined)
    problems.push({
      message: 'no --trust',
      hint: 'An agent runs only what is signed with a key that it trusts; benchpress machines key prints one.',
    })
  if (broker === undefined || trust === undefined || problems.length > 0) throw new UsageError(problems)
  await runAgent({
    broker,
    name,
    trust: await agentTrust(trust),
    signal: io.signal,
    onNotice: (message) => printFaults(io.stderr, [message]),
  })
  // An agent runs until it is stopped.
  return exitCodes.ok
}

/** The URL of a broker, from the command line or the environment; `undefined` without one, which is added to `problems`. */
function brokerOf(url: string | undefined, command: string, { env }: CommandIo, problems: Problem[]): string | undefined {
  const broker = url ?? env[machinesVariable]
  if (broker === undefined)
    problems.push({
      message: 'no URL of a broker',
      hint: `For example: benchpress ${command} redis://host:6379/0; the variable ${machinesVariable} can have it, too.`,
    })
  return broker
}

/** Makes the key that runs on other machines are signed with, for `benchpress machines key FILE`. */
export async function keyCommand(file: string, _options: CommandOptions, { io }: CommandContext): Promise<number> {
  io.stdout.write(`${await makeKey(resolve(io.cwd, file))}\n`)
  return exitCodes.ok
}

/** Removes from a broker whatever runs have left there, for `benchpress machines clean [URL]`. */
export async function cleanCommand(url: string | undefined, _options: CommandOptions, { io }: CommandContext): Promise<number> {
  const problems: Problem[] = []
  const broker = brokerOf(url, 'machines clean', io, problems)
  if (broker === undefined) throw new UsageError(problems)
  const count = await cleanMachines(broker)
  io.stdout.write(`${count === 0 ? 'nothing was left' : `removed what was left of ${plural(count, 'run')}`}\n`)
  return exitCodes.ok
}
