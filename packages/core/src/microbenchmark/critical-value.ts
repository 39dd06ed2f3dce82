/**
 * How many standard errors a 95 % confidence interval reaches to either side: Student's t for so many degrees of freedom, from 1.
 *
 * Up to 9 from the table; from there by the Cornish-Fisher expansion around the normal distribution, within 0.01 % of the table.
 */
export function criticalValue(degrees: number): number {
  const exact = table[degrees - 1]
  if (exact !== undefined) return exact
  const z = 1.959963984540054
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7]
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  )
}

const table: readonly number[] = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216]
