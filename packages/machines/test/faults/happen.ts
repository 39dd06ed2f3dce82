import { setTimeout as sleep } from 'node:timers/promises'
import type { TestBroker } from '../brokers.ts'
import type { Way } from '../way.ts'
import { signalAgent, type Fault, type FaultName } from './fault.ts'

/** The parts of a run that a fault can affect. */
export interface Affected {
  readonly broker: TestBroker
  /** The network between the affected agent and the broker. */
  readonly way: Way
  /** Process id of the affected agent. */
  readonly pid: number
  killStarter(): void
}

type Happening = (fault: Fault, affected: Affected) => void | Promise<void>

/** The action of each fault. An agent with a wrong clock was started with it. */
const happenings: Readonly<Record<FaultName, Happening>> = {
  'agent killed': ({ processes }, { pid }) => signalAgent(pid, processes, 'SIGKILL'),
  'agent frozen': ({ processes }, { pid }) => signalAgent(pid, processes, 'SIGSTOP'),
  'agent woken again': async ({ processes, length }, { pid }) => {
    signalAgent(pid, processes, 'SIGSTOP')
    await sleep(length)
    signalAgent(pid, 'both', 'SIGCONT')
  },
  'agent cut off': async ({ isReset, length }, { way }) => {
    way.cut()
    if (isReset) way.reset()
    await sleep(length)
    way.heal()
  },
  'clock wrong': () => undefined,
  'broker restarted': async ({ length }, { broker }) => {
    await broker.kill()
    await sleep(length)
    await broker.restart()
  },
  'broker gone': async (_fault, { broker }) => await broker.kill(),
  'starter killed': (_fault, { killStarter }) => killStarter(),
}

/** Makes a fault happen; resolves when the affected part is back, if it comes back. */
export async function happen(fault: Fault, affected: Affected): Promise<void> {
  await happenings[fault.name](fault, affected)
}

/** Describes a fault with its parameters. */
export function describeFault({ name, processes, length, isReset, clock, isLong, moment, isDuringLoad }: Fault): string {
  const time = `${(length / 1000).toFixed(1)} s`
  const more: Partial<Record<FaultName, string>> = {
    'agent killed': `of ${processes}`,
    'agent frozen': `of ${processes}`,
    'agent woken again': `of ${processes} after ${time}`,
    'agent cut off': `for ${time}${isReset ? ' by a reset' : ''}`,
    'clock wrong': `by ${(clock.skew / 1e6).toFixed(0)} s and ${clock.drift} ppm`,
    'broker restarted': `after ${time}`,
  }
  const what = more[name] === undefined ? '' : `${more[name]}, `
  return `${what}at ${(moment / 1000).toFixed(1)} s of ${isDuringLoad ? `a ${isLong ? 'long' : 'short'} load` : 'the start'}`
}
