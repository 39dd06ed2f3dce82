import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'

/** The faults that can happen to a run on machines. */
export const faults = [
  'agent killed',
  'agent frozen',
  'agent woken again',
  'agent cut off',
  'clock wrong',
  'broker restarted',
  'broker gone',
  'starter killed',
] as const

/** The name of a fault. */
export type FaultName = (typeof faults)[number]

/** One fault at one moment, drawn from a seed. */
export interface Fault {
  readonly name: FaultName
  /** Milliseconds from the first request of the load, or from the start of the starter. */
  readonly moment: number
  readonly isDuringLoad: boolean
  /** The affected agent. */
  readonly agent: 0 | 1
  /** The affected processes of the agent. */
  readonly processes: 'agent' | 'load' | 'both'
  /** Milliseconds until the affected part is back, where it comes back. */
  readonly length: number
  /** Whether a cut breaks the connections first. */
  readonly isReset: boolean
  /** Microseconds, ppm, and twice milliseconds. */
  readonly clock: { readonly skew: number; readonly drift: number; readonly wall: number; readonly jump: number }
  /** Whether the load lasts for a minute. */
  readonly isLong: boolean
}

// Faults after which a load does not complete.
const ending: readonly FaultName[] = ['agent killed', 'agent frozen', 'broker gone', 'starter killed']
const day = 24 * 3600e3

/** Draws a fault. */
export function drawFault(name: FaultName, seed: number): Fault {
  const lengths = { 'agent woken again': [500, 9000], 'agent cut off': [500, 12_000], 'broker restarted': [0, 1500] } as const
  const [least, most] = name in lengths ? lengths[name as keyof typeof lengths] : [0, 0]
  const drawn = fc.record({
    moment: fc.nat(6000),
    // A quarter of the faults happen before the load.
    isDuringLoad: fc.nat(3).map((of) => of > 0),
    agent: fc.constantFrom(0 as const, 1 as const),
    processes: fc.constantFrom('agent' as const, 'load' as const, 'both' as const),
    length: fc.integer({ min: least, max: most }),
    isReset: fc.boolean(),
    clock: fc.record({
      skew: fc.integer({ min: -day * 1000, max: day * 1000 }),
      drift: fc.integer({ min: -200, max: 200 }),
      wall: fc.integer({ min: -day, max: day }),
      jump: fc.integer({ min: -3600e3, max: 3600e3 }),
    }),
    isLong: fc.boolean(),
  })
  const [fault] = fc.sample(fc.noBias(drawn), { seed, numRuns: 1 })
  if (fault === undefined) throw new Error('one was asked for')
  const isEnd = ending.includes(name) || (name === 'agent cut off' && fault.length > 8000)
  const { isDuringLoad, isLong, moment } = fault
  return { name, ...fault, moment: isDuringLoad ? moment : moment / 3, isLong: isLong && isDuringLoad && isEnd }
}

/** Sends a signal to processes of an agent; the load may not run yet. */
export function signalAgent(pid: number, processes: Fault['processes'], signal: NodeJS.Signals): void {
  const load = childrenOf(pid)
  const chosen = { agent: [pid], load: load.length === 0 ? [pid] : load, both: [pid, ...load] }[processes]
  for (const each of chosen) {
    try {
      process.kill(each, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Polls until a condition is true; resolves with the milliseconds that it took, or `undefined` after `most` milliseconds. */
export async function until(isSo: () => boolean | Promise<boolean>, most: number): Promise<number | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < most) {
    if (await isSo()) return performance.now() - startedAt
    await sleep(50)
  }
  return undefined
}
