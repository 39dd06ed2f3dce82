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

function caseOf(kind: HyphaKind, level: Level & Pick<HyphaCase, 'documented'>, service: string, endpoints: readonly Endpoint[]): HyphaCase {
  const { documented, name } = level
  return { name, kind, level, service, endpoints, ...(documented !== undefined && { documented }) }
}

// One case for each endpoint at each level.
const loadCases = loadLevels.flatMap((level) =>
  benchmarkEndpoints.map((endpoint): HyphaCase => ({
    ...caseOf('load', level, 'benchmark-service', [endpoint]),
    name: `${level.name}, ${endpoint.name}`,
  })),
)

const maxCases = maxLevels.map((level): HyphaCase => ({
  ...caseOf('max', level, 'max-throughput-service', maxThroughputEndpoints),
  order: 'in-turn',
}))

const endpointCases = [
  ...mixLevels.map((level): HyphaCase => ({ ...caseOf('mix', level, 'stress-test-service', stressEndpoints), order: 'shuffled' })),
  ...individualEndpoints.map((endpoint, index): HyphaCase => {
    const documented = individualRows[index]
    const alone = caseOf('individual', individualLevel, 'stress-test-service', [endpoint])
    return { ...alone, name: `Individual, ${endpoint.name}`, ...(documented !== undefined && { documented }) }
  }),
]

const burstCases = burstLevels.map((level) => caseOf('burst', level, 'stress-test-service', individualEndpoints.slice(0, 1)))

/** The cases of a part in their order; without a part, those of all parts, where compare stands for single and cluster. */
export function casesOf(part: HyphaPart | undefined): readonly HyphaCase[] {
  if (part === 'max') return maxCases
  if (part === 'endpoints') return endpointCases
  if (part === 'burst') return burstCases
  return part === undefined ? [...loadCases, ...maxCases, ...endpointCases, ...burstCases] : loadCases
}
