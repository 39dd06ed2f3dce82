import {
  benchmarkEndpoints,
  individualEndpoints,
  maxThroughputEndpoints,
  stressEndpoints,
  burstLevels,
  individualLevel,
  individualRows,
  loadLevels,
  maxLevels,
  mixLevels,
} from './documented-hypha.ts'
import type { Endpoint, DocumentedRow, Level } from './documented-hypha.ts'

/** The kind of a run of the published scripts. */
export type HyphaKind = 'load' | 'max' | 'mix' | 'individual' | 'burst'

/** One run of the published scripts: one endpoint, or several, at one level. */
export interface HyphaCase {
  /** Name of the test, which is unique among the cases. */
  readonly name: string
  readonly kind: HyphaKind
  readonly level: Level
  readonly service: string
  readonly endpoints: readonly Endpoint[]
  /** The order of several endpoints. */
  readonly order?: 'in-turn' | 'shuffled'
  readonly documented?: DocumentedRow
}

/** The published scripts, each of them a part. */
export const hyphaParts = {
  single: 'one server: 5 endpoints, each at 5 levels from 1,000 requests, 10 at a time, to 50,000, 500 at a time',
  cluster: 'the endpoints and levels of single against three servers, by turns, request by request',
  compare: 'both, with a winner, trade-offs, a recommendation and a grade',
  max: '14 endpoints in turn, 5,000 requests, 50 at a time, to 50,000, 500 at a time',
  endpoints: '13 endpoints shuffled, 5, 10 and 20 at a time, and three of them alone',
  burst: 'one endpoint, 1,000 requests, 50 at a time, to 20,000, 1,000 at a time',
} as const

/** A part of the preset. */
export type HyphaPart = keyof typeof hyphaParts

/** One case for each endpoint at each level. */
const loadCases: readonly HyphaCase[] = loadLevels.flatMap((level) =>
  benchmarkEndpoints.map((endpoint) => ({
    name: `${level.name}, ${endpoint.name}`,
    kind: 'load' as const,
    level,
    service: 'benchmark-service',
    endpoints: [endpoint],
  })),
)

const maxCases: readonly HyphaCase[] = maxLevels.map((level) => ({
  name: level.name,
  kind: 'max',
  level,
  service: 'max-throughput-service',
  endpoints: maxThroughputEndpoints,
  order: 'in-turn',
  documented: level.documented,
}))

const endpointCases: readonly HyphaCase[] = [
  ...mixLevels.map((level): HyphaCase => ({
    name: level.name,
    kind: 'mix',
    level,
    service: 'stress-test-service',
    endpoints: stressEndpoints,
    order: 'shuffled',
    documented: level.documented,
  })),
  ...individualEndpoints.map((endpoint, index): HyphaCase => {
    const documented = individualRows[index]
    return {
      name: `Individual, ${endpoint.name}`,
      kind: 'individual',
      level: individualLevel,
      service: 'stress-test-service',
      endpoints: [endpoint],
      ...(documented !== undefined && { documented }),
    }
  }),
]

const burstCases: readonly HyphaCase[] = burstLevels.map((level) => ({
  name: level.name,
  kind: 'burst',
  level,
  service: 'stress-test-service',
  endpoints: individualEndpoints.slice(0, 1),
  ...(level.documented !== undefined && { documented: level.documented }),
}))

/** The cases of a part in their order; without a part, those of all parts, where compare stands for single and cluster. */
export function casesOf(part: HyphaPart | undefined): readonly HyphaCase[] {
  if (part === 'max') return maxCases
  if (part === 'endpoints') return endpointCases
  if (part === 'burst') return burstCases
  return part === undefined ? [...loadCases, ...maxCases, ...endpointCases, ...burstCases] : loadCases
}
