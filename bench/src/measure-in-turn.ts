import { watchMachine } from '@benchpress/core/machines'
import { isDisturbed, takeTurns } from './take-turns.ts'

/** What was measured several times, in turn with others. */
export interface MeasuredRow<Kind, Round> {
  readonly kind: Kind
  /** The measurements that count. */
  readonly rounds: readonly Round[]
}

/**
 * Measures each kind in turn, until it has enough rounds in which the machine took no CPU, by a hypervisor or a quota, and no memory from its programs.
 *
 * Other rounds are set aside, whatever their figures. Where there are not enough after three times as many, the least disturbed ones count, which is reported.
 *
 * @param say called with the rounds that were set aside, and with those that still count
 */
export async function measureInTurn<Kind, Round>(
  kinds: readonly Kind[],
  rounds: number,
  measure: (kind: Kind) => Promise<Round>,
  { say = (text: string): void => console.error(text), watch = watchMachine } = {},
): Promise<readonly MeasuredRow<Kind, Round>[]> {
  const turns = await takeTurns(kinds, rounds, async (kind) => {
    const disturbanceSince = watch()
    const round = await measure(kind)
    // The figures of these suites include other programs.
    const measured = { round, otherCpu: 0, disturbance: disturbanceSince() }
    if (isDisturbed(measured)) say('  set aside: the machine took CPU or memory from this measurement')
    return measured
  })
  const spare = turns.flatMap(({ setAside }) => setAside).length
  const disturbed = turns.flatMap(({ kept }) => kept).filter(isDisturbed).length
  if (spare > 0) say(`set aside: ${spare} more measurements, disturbed by the machine`)
  if (disturbed > 0) say(`disturbed: ${disturbed} measurements count although the machine took CPU or memory from them`)
  return turns.map(({ kind, kept }) => ({ kind, rounds: kept.map(({ round }) => round) }))
}
