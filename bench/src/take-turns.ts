import { isDisturbed as isDisturbedByMachine, type Disturbance } from '@benchpress/core/machine'

/** What disturbed a measurement. */
export interface Disturbed {
  /** CPU that neither target nor generator used meanwhile, in cores. */
  readonly otherCpu: number
  /** What the machine took meanwhile from the programs on it. */
  readonly disturbance: Disturbance
}

/** The measurements of one of several that take turns. */
export interface Turns<Kind, Measured> {
  readonly kind: Kind
  /** Those that count, those disturbed least first. */
  readonly kept: readonly Measured[]
  /** Those that others, or the machine, disturbed more. */
  readonly setAside: readonly Measured[]
}

/** How many times as many measurements are made at most, while they are disturbed. */
export const mostTries = 3
// An idle machine shows 0.02; from 0.1 on, requests per second move by more than their spread.
const mostOtherCpu = 0.1

/** Whether other programs used more CPU meanwhile, or the machine took more, than the figure can bear. */
export function isDisturbed({ otherCpu, disturbance }: Disturbed): boolean {
  return otherCpu > mostOtherCpu || isDisturbedByMachine(disturbance)
}

/**
 * Has several measured by turns until each has enough undisturbed measurements; the one that begins is another one in each round.
 *
 * What is kept depends on what disturbed a measurement, never on its figures: where there are not enough undisturbed ones, those count that least CPU was taken from.
 *
 * @param mostRounds measurements of each that are made at most
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

// What was taken from a measurement, in cores.
function lostCpu({ otherCpu, disturbance: { stolenCpu, throttled } }: Disturbed): number {
  return otherCpu + (stolenCpu ?? 0) + (throttled ?? 0)
}
