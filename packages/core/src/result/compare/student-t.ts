import { bisect } from 'simple-statistics'

/**
 * The number of standard errors that an interval must reach to either side to contain the true value with a confidence. Pure.
 *
 * The two-sided quantile of Student's t distribution. Its probability for a whole number of degrees of freedom is the finite series of Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. Between two whole numbers it is interpolated linearly over the inverse of the degrees,
 * which is never below the true quantile.
 *
 * @param confidence above 0 and below 1
 * @param degrees of freedom, from 1; beyond 200 the quantile of 200 is taken, which is larger by less than 1 %
 */
export function studentT(confidence: number, degrees: number): number {
  const within = Math.min(Math.max(degrees, 1), mostDegrees)
  const [below, above] = [Math.floor(within), Math.ceil(within)]
  const low = wholeStudentT(confidence, below)
  if (below === above) return low
  const share = (1 / below - 1 / within) / (1 / below - 1 / above)
  return low + share * (wholeStudentT(confidence, above) - low)
}

const mostDegrees = 200

// A program uses few levels, and asks for each of them many times.
const known = new Map<string, number>()

function wholeStudentT(confidence: number, degrees: number): number {
  const key = `${confidence} ${degrees}`
  const before = known.get(key)
  if (before !== undefined) return before
  const angle = bisect((at: number) => probabilityWithin(at, degrees) - confidence, 0, Math.PI / 2, 100, 1e-14)
  const quantile = Math.sqrt(degrees) * Math.tan(angle)
  known.set(key, quantile)
  return quantile
}

/** The probability that |t| is at most `sqrt(degrees) x tan(angle)`. */
function probabilityWithin(angle: number, degrees: number): number {
  const isOdd = degrees % 2 === 1
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  let term = isOdd ? cos : 1
  let sum = 0
  for (let next = isOdd ? 3 : 2; next <= degrees; next += 2) {
    sum += term
    term *= (cos * cos * (next - 1)) / next
  }
  return isOdd ? ((angle + sin * sum) * 2) / Math.PI : sin * sum
}
