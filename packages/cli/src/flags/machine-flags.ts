import type { Problem } from '@benchpress/core/preset'
import { countFlag, listFlag, textFlag } from './flag.ts'
import { readFlags, type FlagSource } from './read-flags.ts'

/** The variable with the URL of a broker, for agents and for runs that ask for agents. */
export const machinesVariable = 'BENCHPRESS_MACHINES'

/** The variable with the public key that an agent trusts. */
export const trustVariable = 'BENCHPRESS_TRUST'

/** The flags of the machines that generate the load of a run. */
export const machineFlags = {
  machines: textFlag('--machines <url>', 'have agents at this Redis, Valkey or PostgreSQL generate the load'),
  agents: countFlag('--agents <count>', 'with --machines: the number of agents'),
  signingKey: textFlag('--signing-key <file>', 'with --machines: the private key that agents trust, as benchpress machines key made it', {
    env: 'BENCHPRESS_SIGNING_KEY',
  }),
  send: listFlag('--send <file>', 'with --machines: a file that journeys read other than by a feed'),
}

/** The flags of an agent: the runs that it takes part in, and its name. */
export const agentFlags = {
  trust: listFlag('--trust <key>', 'a public key whose runs it takes part in, or a file with some', undefined, {
    env: trustVariable,
  }),
  name: textFlag('--name <name>', 'what results call the machine', { default: 'the name of the host' }),
}

/** The broker and the agents of a run, and the files that are sent to the agents. */
export interface ChosenMachines {
  readonly broker: string
  readonly key: string
  readonly agents: number
  readonly files: readonly string[]
}

/** Reads the machines that a run asks for; `undefined` for a run on this machine. */
export function readMachines(source: FlagSource, problems: Problem[]): ChosenMachines | undefined {
  const { machines, agents, signingKey: key, send: files = [] } = readFlags(machineFlags, source, problems)
  // A URL in the environment may be for agents, and does not by itself move this run to other machines.
  const broker = machines ?? (agents === undefined ? undefined : source.env[machinesVariable])
  if (broker === undefined) {
    const idle = Object.entries({ agents, send: files[0] }).filter(([, value]) => value !== undefined)
    for (const [name] of idle)
      problems.push({ message: `--${name}: only with --machines`, hint: 'Give the URL of the broker: --machines redis://host:6379/0.' })
    return undefined
  }
  const hintOfKey = 'Agents run only what is signed; benchpress machines key benchpress.pem makes a key.'
  if (agents === undefined) problems.push({ message: '--machines: the number of agents is missing', hint: 'Write --agents 4.' })
  if (key === undefined) problems.push({ message: '--machines: no --signing-key', hint: hintOfKey })
  return agents === undefined || key === undefined ? undefined : { broker, key, agents, files }
}
