import { BenchpressError, type GatheredMachines, type GatheredTest, type Machines } from '@benchpress/core/machines'
import { Broker } from '../broker/broker.ts'
import type { StarterTrust } from '../trust/starter-trust.ts'
import { GatheredRun, mostAgents } from './gathered-run.ts'

/** Where the machines of a test are found. */
export interface MachinesOptions {
  /** URL of a Redis, Valkey or PostgreSQL. */
  readonly broker: string
  /** How many agents, from 1 to 2,000. */
  readonly agents: number
  /** Signs what the agents run. */
  readonly trust: StarterTrust
  /** Milliseconds in which all agents have to come. Default: 30,000. */
  readonly patience?: number | undefined
}

/**
 * Machines on which agents wait for runs at a broker, for the option `machines` of a run.
 *
 * What comes back rejects BROKER_UNREACHABLE where the broker cannot be used, and MACHINES_MISSING where fewer agents come than were asked for: then nothing was sent.
 *
 * @throws BenchpressError INVALID_CONFIG where `agents` is not a whole number from 1 to 2,000
 */
export function machinesOn(options: MachinesOptions): Machines {
  const { agents } = options
  if (!Number.isInteger(agents) || agents < 1 || agents > mostAgents)
    throw new BenchpressError('INVALID_CONFIG', `cannot run on ${agents} agents`, {
      hint: `Ask for a whole number of agents from 1 to ${mostAgents}.`,
    })
  return { gather: async (test: GatheredTest): Promise<GatheredMachines> => await gather(test, options) }
}

async function gather(test: GatheredTest, { broker: url, agents, trust, patience = 30_000 }: MachinesOptions): Promise<GatheredMachines> {
  test.signal.throwIfAborted()
  const packed = await trust.pack(test)
  const run = new GatheredRun(await Broker.open(url), test, packed, { trust, agents })
  try {
    await run.call(patience)
    return run
  } catch (error) {
    await run.end()
    throw error
  }
}
