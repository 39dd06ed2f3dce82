import { isDisturbed as isDisturbedByMachine, type Disturbance } from '@benchpress/core/machines'

/** The disturbance of a measurement. */
export interface Disturbed {
  /** CPU of other programs meanwhile, in cores. */
  readonly otherCpu: number
  /** CPU and memory that the machine took from its programs meanwhile. */
  readonly disturbance: Disturbance
}

/** The measurements of one tool that takes turns with others. */
export interface Turns<Kind, Measured> {
  readonly kind: Kind
  /** Measurements that count, the least disturbed first. */
  readonly kept: readonly Measured[]
  /** Measurements that were set aside, as other programs or the machine disturbed them more. */
  readonly setAside: readonly Measured[]
}

/** The most measurements while they are disturbed, as a multiple of the usual number. */
export const mostTries = 3
// An idle machine shows 0.02; from 0.1 on, requests per second move by more than their spread.
const mostOtherCpu = 0.1

/** Whether other programs, or the machine, took too much CPU for the figure to be useful. */
export function isDisturbed({ otherCpu, disturbance }: Disturbed): boolean {
  return otherCpu > mostOtherCpu || isDisturbedByMachine(disturbance)
}

/**
 * Measures several tools by turns until each has enough undisturbed measurements, with another one first in each round.
 *
 * Measurements are kept by their disturbance, never by their figures: where there are not enough undisturbed ones, the least disturbed count.
 *
 * @param mostRounds the most measurements of each tool
 */
export async function takeTurns<Kind, Measured extends Disturbed>(
  kinds: readonly Kind[],
  rounds: number,
  measure: (kind: Kind) => Promise<Measured>,
  mostRounds: number = rounds * mostTries,
): Promise<readonly Turns<Kind, Measured>[]> {
  const turns = kinds.map((kind) => ({ kind, made: [] as Measured[] }))
  for (let round = 0; round < mostRounds; round++) {
    const first = round % turns.length
    for (const { kind, made } of [...turns.slice(first), ...turns.slice(0, first)])
      if (made.filter((each) => !isDisturbed(each)).length < rounds) made.push(await measure(kind))
  }
  return turns.map(({ kind, made }) => {
    const all = made.toSorted((a, b) => Number(isDisturbed(a)) - Number(isDisturbed(b)) || lostCpu(a) - lostCpu(b))
    return { kind, kept: all.slice(0, rounds), setAside: all.slice(rounds) }
  })
}

// The CPU that was taken from a measurement, in cores.
function lostCpu({ otherCpu, disturbance: { stolenCpu, throttled } }: Disturbed): number {
  return otherCpu + (stolenCpu ?? 0) + (throttled ?? 0)
}
