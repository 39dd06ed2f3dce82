const asked = process.env['TESTS_TRIALS']

/**
 * Runs a trial as often as a proof takes by default, or `TESTS_TRIALS` times.
 *
 * @param attempt prints a line, so that a proof that is ended early leaves what it found; `trial` is what the line begins with, such as `3 of 20`
 * @param atOnce how many are tried at the same time
 */
export async function tryOften<Found>(byItself: number, attempt: (trial: string) => Promise<Found>, atOnce = 1): Promise<readonly Found[]> {
  const trials = asked === undefined ? byItself : Number(asked)
  const found: Found[] = []
  while (found.length < trials) {
    const names = Array.from({ length: Math.min(atOnce, trials - found.length) }, (_, index) => `${found.length + index + 1} of ${trials}`)
    found.push(...(await Promise.all(names.map(attempt))))
  }
  return found
}

/** Prints how often something was found, and returns it. */
export function tally<Found>(all: readonly Found[], what: string, holds: (found: Found) => boolean): number {
  const times = all.filter(holds).length
  console.log(`${times} of ${all.length} ${what}`)
  return times
}
