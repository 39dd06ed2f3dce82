import { isDisturbed, watchMachine } from '@benchpress/core'

/** What is measured several times, in turn with others. */
export interface MeasuredRow<Round> {
  /** The measurements that count. */
  readonly rounds: Round[]
}

// How many more measurements are made at most, while the machine disturbs them.
const mostTries = 3

/**
 * Measures each row in turn, until it has enough rounds in which the machine took nothing from whoever ran on it: CPU by a hypervisor or a quota, or memory.
 *
 * Others are set aside, whatever they say. Where there are not enough after three times as many, the first of those count, and it is said.
 *
 * @param say hears what was set aside, and what counts all the same
 */
export async function measureInTurn<Round, Row extends MeasuredRow<Round>>(
  rows: readonly Row[],
  rounds: number,
  measure: (row: Row) => Promise<Round>,
  { say = (text: string): void => console.error(text), watch = watchMachine } = {},
): Promise<void> {
  const setAside = new Map<Row, Round[]>(rows.map((row) => [row, []]))
  for (let round = 0; round < rounds * mostTries; round++) {
    for (const [row, aside] of setAside) {
      if (row.rounds.length === rounds) continue
      const disturbanceSince = watch()
      const measured = await measure(row)
      const isAside = isDisturbed(disturbanceSince())
      if (isAside) say('  set aside: the machine took CPU or memory from this measurement')
      const kept = isAside ? aside : row.rounds
      kept.push(measured)
    }
  }
  let disturbed = 0
  for (const [row, aside] of setAside) {
    const missing = aside.slice(0, rounds - row.rounds.length)
    row.rounds.push(...missing)
    disturbed += missing.length
  }
  const spare = [...setAside.values()].flat().length - disturbed
  if (spare > 0) say(`set aside: ${spare} more measurements, disturbed by the machine`)
  if (disturbed > 0) say(`disturbed: ${disturbed} measurements count although the machine took CPU or memory from them`)
}
