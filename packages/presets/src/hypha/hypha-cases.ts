import { benchmarkEndpoints, individualEndpoints, maxThroughputEndpoints, stressEndpoints, type HyphaEndpoint } from './hypha-endpoints.ts'

/** One run of the published scripts: one endpoint, or several, by a number of requests, and the number of them at a time. */
export interface HyphaCase {
  readonly name: string
  readonly requests: number
  readonly concurrency: number
  /** The script, of which `load` is run on each side alone, or on both. */
  readonly script: 'load' | 'max' | 'endpoints' | 'burst'
  readonly endpoints: readonly HyphaEndpoint[]
}

/** The published scripts, each of them a part. */
export const hyphaParts = {
  single: 'one server: 5 endpoints, each at 5 levels from 1,000 requests, 10 at a time, to 50,000, 500 at a time',
  cluster: 'the endpoints and levels of single against three servers that share the load',
  compare: 'both, with a winner, a recommendation and a grade',
  max: 'as many of each of 14 endpoints, 5,000 requests, 50 at a time, to 50,000, 500 at a time, and two of them alone',
  endpoints: '13 endpoints shuffled, 5, 10 and 20 at a time, and three of them alone',
  burst: 'one endpoint, 1,000 requests, 50 at a time, to 20,000, 1,000 at a time',
} as const

const levels = [
  ['Light Load', 1000, 10],
  ['Medium Load', 5000, 50],
  ['Heavy Load', 10_000, 100],
  ['Extreme Load', 20_000, 200],
  ['Maximum Load', 50_000, 500],
] as const

/** The names of the load levels of the comparison; each is run for each of the five endpoints. */
export const loadLevels: readonly string[] = levels.map(([level]) => level)

type Row = readonly [name: string, requests: number, concurrency: number, script: HyphaCase['script'], endpoints: readonly HyphaEndpoint[]]

function alone(script: 'max' | 'endpoints', requests: number, endpoints: readonly HyphaEndpoint[]): readonly Row[] {
  return endpoints.map((one) => [`Individual, ${one.name}`, requests, 50, script, [one]])
}

const aloneOfMax = maxThroughputEndpoints.filter(({ name }) => /^(?:math\.power|string\.upper)/.test(name))
const ofBurst = individualEndpoints.slice(0, 1)

const rows: readonly Row[] = [
  ...levels.flatMap(([level, requests, concurrency]) =>
    benchmarkEndpoints.map((one): Row => [`${level}, ${one.name}`, requests, concurrency, 'load', [one]]),
  ),
  ['Max 50', 5000, 50, 'max', maxThroughputEndpoints],
  ['Max 100', 10_000, 100, 'max', maxThroughputEndpoints],
  ['Max 200', 25_000, 200, 'max', maxThroughputEndpoints],
  ['Max 500', 50_000, 500, 'max', maxThroughputEndpoints],
  ...alone('max', 1000, aloneOfMax),
  ['Light Mix', 650, 5, 'endpoints', stressEndpoints],
  ['Medium Mix', 1300, 10, 'endpoints', stressEndpoints],
  ['Heavy Mix', 1950, 20, 'endpoints', stressEndpoints],
  ...alone('endpoints', 500, individualEndpoints),
  ['Burst 50', 1000, 50, 'burst', ofBurst],
  ['Burst 100', 2000, 100, 'burst', ofBurst],
  ['Burst 200', 5000, 200, 'burst', ofBurst],
  ['Burst 500', 10_000, 500, 'burst', ofBurst],
  ['Burst 1000', 20_000, 1000, 'burst', ofBurst],
]

/** The cases of a part in their order; without a part, those of all parts, where compare stands for single and cluster. */
export function casesOf(part: string | undefined): readonly HyphaCase[] {
  const wanted = part === 'single' || part === 'cluster' || part === 'compare' ? 'load' : part
  const ofPart = rows.filter(([, , , script]) => script === (wanted ?? script))
  return ofPart.map(([name, requests, concurrency, script, endpoints]) => ({ name, requests, concurrency, script, endpoints }))
}
