import type { Command } from 'commander'
import { flag, UsageError, type FlagsOf, type Problem } from '@benchpress/core/preset'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import { addFlags } from '../flags/add-flags.ts'
import { machinesVariable, trustVariable } from '../flags/machine-flags.ts'

interface AgentSettings {
  readonly trust: readonly string[] | undefined
  readonly labels: string | undefined
  readonly name: string | undefined
}

const flags: FlagsOf<AgentSettings> = {
  trust: {
    flags: '--trust <key>',
    description: 'a public key whose runs it takes part in, or a file with some',
    repeatable: true,
    env: trustVariable,
    parse: (texts) => texts,
  },
  labels: flag('--labels <label=value,...>', 'what runs may ask for, such as region=eu', (text) => text),
  name: flag('--name <name>', 'what results call the machine', (text) => text, { default: 'the name of the host' }),
}

/** Adds `benchpress agent URL`, which generates load for runs that are started elsewhere. */
export function addAgentCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('agent [url]')
    .usage('[options] URL')
    .description('generate load for runs on other machines, found at a Redis, Valkey or PostgreSQL, until it is stopped')
  addFlags(command, 'Agent:', flags)
  command.action(async (url: string | undefined, options: Readonly<Record<string, unknown>>) => {
    context.finish(await serve(url, options, context.io))
  })
}

async function serve(url: string | undefined, options: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  const { readFlags } = await import('../flags/read-flags.ts')
  const problems: Problem[] = []
  const { trust, labels, name } = readFlags(flags, { options, env: io.env, cwd: io.cwd }, problems)
  const broker = url ?? io.env[machinesVariable]
  if (broker === undefined) problems.push({ message: 'no URL of a broker', hint: 'For example: benchpress agent redis://host:6379/0.' })
  if (trust === undefined)
    problems.push({
      message: 'no --trust',
      hint: 'An agent runs only what is signed with a key that it trusts; benchpress machines key prints one.',
    })
  if (broker === undefined || trust === undefined || problems.length > 0) throw new UsageError(problems)
  const { agentTrust, parseLabels, runAgent } = await import('@benchpress/machines')
  const { printable } = await import('@benchpress/report/texts')
  const { printFaults } = await import('../print-lines.ts')
  await runAgent({
    broker,
    name,
    labels: labels === undefined ? {} : parseLabels(labels),
    trust: await agentTrust(trust),
    signal: io.signal,
    onNotice: (message) => printFaults(io.stderr, [printable(message)]),
  })
  // To be stopped is how it ends.
  return exitCodes.ok
}
