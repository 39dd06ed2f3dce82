import { benchmarkEndpoints, individualEndpoints, maxThroughputEndpoints, stressEndpoints, type HyphaEndpoint } from './hypha-endpoints.ts'

/** A load level of the published scripts: the number of requests, and the number at a time. */
interface Level {
  readonly name: string
  readonly requests: number
  readonly concurrency: number
}

/** One run of the published scripts: one endpoint, or several, at one level. */
export interface HyphaCase extends Level {
  /** The case of the script that runs its services on two sides, and of the script that starts other services of the same names. */
  readonly kind: 'load' | 'burst' | 'other'
  readonly endpoints: readonly HyphaEndpoint[]
  /** The order of several endpoints. */
  readonly order?: 'in-turn' | 'shuffled'
}

/** The published scripts, each of them a part. */
export const hyphaParts = {
  single: 'one server: 5 endpoints, each at 5 levels from 1,000 requests, 10 at a time, to 50,000, 500 at a time',
  cluster: 'the endpoints and levels of single against three servers that share the load',
  compare: 'both, with a winner, a recommendation and a grade',
  max: '14 endpoints in turn, 5,000 requests, 50 at a time, to 50,000, 500 at a time, and two of them alone',
  endpoints: '13 endpoints shuffled, 5, 10 and 20 at a time, and three of them alone',
  burst: 'one endpoint, 1,000 requests, 50 at a time, to 20,000, 1,000 at a time',
} as const

/** A part of the preset. */
export type HyphaPart = keyof typeof hyphaParts

type Rows = readonly (readonly [name: string, requests: number, concurrency: number])[]

function casesAt(rows: Rows, rest: Omit<HyphaCase, keyof Level>): readonly HyphaCase[] {
  return rows.map(([name, requests, concurrency]) => ({ name, requests, concurrency, ...rest }))
}

/** The load levels of the comparison; each is run for each of the five endpoints. */
export const loadLevels: Rows = [
  ['Light Load', 1000, 10],
  ['Medium Load', 5000, 50],
  ['Heavy Load', 10_000, 100],
  ['Extreme Load', 20_000, 200],
  ['Maximum Load', 50_000, 500],
]

/** The name of a case of the comparison. */
export function nameOfCase(level: string, endpoint: string): string {
  return `${level}, ${endpoint}`
}

const loadCases = loadLevels.flatMap(([level, requests, concurrency]) =>
  benchmarkEndpoints.flatMap((endpoint) => {
    const name = nameOfCase(level, endpoint.name)
    return casesAt([[name, requests, concurrency]], { kind: 'load', endpoints: [endpoint] })
  }),
)

function aloneAt(requests: number, endpoints: readonly HyphaEndpoint[]): readonly HyphaCase[] {
  return endpoints.flatMap((endpoint) =>
    casesAt([[`Individual, ${endpoint.name}`, requests, 50]], { kind: 'other', endpoints: [endpoint] }),
  )
}

const maxLevels: Rows = [
  ['Max 50', 5000, 50],
  ['Max 100', 10_000, 100],
  ['Max 200', 25_000, 200],
  ['Max 500', 50_000, 500],
]

const maxCases = [
  ...casesAt(maxLevels, { kind: 'other', endpoints: maxThroughputEndpoints, order: 'in-turn' }),
  ...aloneAt(
    1000,
    maxThroughputEndpoints.filter(({ name }) => name.startsWith('math.power') || name.startsWith('string.upper')),
  ),
]

const mixLevels: Rows = [
  ['Light Mix', 650, 5],
  ['Medium Mix', 1300, 10],
  ['Heavy Mix', 1950, 20],
]

const endpointCases = [
  ...casesAt(mixLevels, { kind: 'other', endpoints: stressEndpoints, order: 'shuffled' }),
  ...aloneAt(500, individualEndpoints),
]

const burstLevels: Rows = [
  ['Burst 50', 1000, 50],
  ['Burst 100', 2000, 100],
  ['Burst 200', 5000, 200],
  ['Burst 500', 10_000, 500],
  ['Burst 1000', 20_000, 1000],
]

const burstCases = casesAt(burstLevels, { kind: 'burst', endpoints: individualEndpoints.slice(0, 1) })

/** The cases of a part in their order; without a part, those of all parts, where compare stands for single and cluster. */
export function casesOf(part: HyphaPart | undefined): readonly HyphaCase[] {
  if (part === 'max') return maxCases
  if (part === 'endpoints') return endpointCases
  if (part === 'burst') return burstCases
  return part === undefined ? [...loadCases, ...maxCases, ...endpointCases, ...burstCases] : loadCases
}
