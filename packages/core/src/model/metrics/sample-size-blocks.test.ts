import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rankInterval } from './sample-size.ts'
import { createRandom } from '../workload/random.ts'

const page = readFileSync(new URL('../../../../../docs/accuracy.md', import.meta.url), 'utf8')

// Runs whose requests are exponential, and all those of a second slow or fast together.
const [runs, seconds, perSecond] = [600, 30, 100]

interface Run {
  readonly all: Float64Array
  /** The median of each second. */
  readonly medians: Float64Array
}

/** @param spread by how much seconds differ: the standard deviation of a lognormal factor's logarithm */
function play(spread: number, random: () => number): Run {
  const all = new Float64Array(seconds * perSecond)
  const medians = Float64Array.from({ length: seconds }, (_, second) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const own = all.subarray(second * perSecond, (second + 1) * perSecond)
    for (let at = 0; at < perSecond; at++) own[at] = -Math.exp(spread * normal) * Math.log(1 - random())
    return medianOf(own)
  })
  return { all: all.toSorted(), medians: medians.toSorted() }
}

function medianOf(values: Float64Array): number {
  const [below = Number.NaN, above = Number.NaN] = values.toSorted().subarray(values.length / 2 - 1)
  return (below + above) / 2
}

function holds(sorted: Float64Array, truth: number): boolean {
  const { low, high } = rankInterval(50, sorted.length)
  const valueAt = (rank: number | null): number => sorted[(rank ?? 0) - 1] ?? Number.NaN
  return valueAt(low) <= truth && truth <= valueAt(high)
}

/** Of how many runs the interval of all requests held the true median, and that of the seconds the true median of theirs. */
function coverage(spread: number): readonly [ofRequests: number, ofSeconds: number] {
  const random = createRandom(1)
  const played = Array.from({ length: runs }, () => play(spread, random))
  const median = trueMedian(spread)
  const share = (isIn: (run: Run) => boolean): number => Math.round((played.filter(isIn).length / runs) * 100)
  // The median of an exponential time is ln 2, and so is that of the seconds' medians.
  return [share(({ all }) => holds(all, median)), share(({ medians }) => holds(medians, Math.LN2))]
}

// Over all factors: where half of the times are below. By halving, over a fine grid of the normal distribution.
function trueMedian(spread: number): number {
  const normals = Array.from({ length: 1201 }, (_, index) => (index - 600) / 100)
  const weights = normals.map((normal) => Math.exp((-normal * normal) / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const below = (time: number): number =>
    normals.reduce((sum, normal, index) => sum + (weights[index] ?? 0) * (1 - Math.exp(-time / Math.exp(spread * normal))), 0) / total
  let [low, high] = [0, 2]
  while (high - low > 1e-9) [low, high] = below((low + high) / 2) < 0.5 ? [(low + high) / 2, high] : [low, (low + high) / 2]
  return low
}

test('docs/accuracy.md says how often the intervals of all requests and of seconds contain the true values', () => {
  for (const [seen, spread] of [
    ['not at all', 0],
    ['by 10 %', 0.1],
    ['by 30 %', 0.3],
  ] as const) {
    const [ofRequests, ofSeconds] = coverage(spread)
    expect(page).toMatch(new RegExp(`^\\| ${seen} +\\| ${ofRequests} % +\\| ${ofSeconds} % +\\|$`, 'm'))
  }
})
