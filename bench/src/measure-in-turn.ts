import { watchMachine } from '@benchpress/core/machines'
import { isDisturbed, takeTurns } from './take-turns.ts'

/** A row that is measured several times, in turn with others. */
export interface MeasuredRow<Round> {
  /** The measurements that count. */
  readonly rounds: Round[]
}

/**
 * Measures each row in turn, until it has enough rounds in which the machine took no CPU, by a hypervisor or a quota, and no memory from its programs.
 *
 * Other rounds are set aside, whatever their figures. Where there are not enough after three times as many, the least disturbed ones count, which is reported.
 *
 * @param say called with the rounds that were set aside, and with those that still count
 */
export async function measureInTurn<Round, Row extends MeasuredRow<Round>>(
  rows: readonly Row[],
  rounds: number,
  measure: (row: Row) => Promise<Round>,
  { say = (text: string): void => console.error(text), watch = watchMachine } = {},
): Promise<void> {
  const turns = await takeTurns(rows, rounds, async (row) => {
    const disturbanceSince = watch()
    const round = await measure(row)
    // The figures of these suites include other programs.
    const measured = { round, otherCpu: 0, disturbance: disturbanceSince() }
    if (isDisturbed(measured)) say('  set aside: the machine took CPU or memory from this measurement')
    return measured
  })
  for (const { kind, kept } of turns) kind.rounds.push(...kept.map(({ round }) => round))
  const spare = turns.flatMap(({ setAside }) => setAside).length
  const disturbed = turns.flatMap(({ kept }) => kept).filter(isDisturbed).length
  if (spare > 0) say(`set aside: ${spare} more measurements, disturbed by the machine`)
  if (disturbed > 0) say(`disturbed: ${disturbed} measurements count although the machine took CPU or memory from them`)
}
