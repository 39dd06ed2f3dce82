import type { Claim } from '@benchpress/core/preset'
import { judgeSides, type Sides } from '@benchpress/report'
import type { SuiteResult } from '@benchpress/core'
import { completedShare, okRequests, receivedBids, sustainedRate, type Read } from './nestjs-figures.ts'

type Figure = Pick<Sides, 'better' | 'margin' | 'scale' | 'least'> & { readonly measure: Read }

interface Said {
  readonly says: string
  readonly scenario: string
  /** The better variant by the document. Default: multi-core. */
  readonly winner?: 'single-core'
  readonly by: Figure | ((suite: SuiteResult) => Figure)
}

const completed: Figure = { measure: completedShare, better: 'high', scale: 'points', margin: 0.01 }
const p99: Figure = { measure: ({ requests: { responseTime: times } }) => ({ times, figure: 'p99' }), better: 'low' }
const sustained: Figure = { measure: sustainedRate, better: 'high' }

// Share of the ideal speedup from which scaling is near-linear, and of the received bids from which none are missing.
const nearLinear = 0.7
const nearlyAll = 0.8

const all: readonly Said[] = [
  { says: 'Multi-core wins the HTTP Load Test, 40-60% better p99', scenario: 'journeys', by: p99 },
  { says: 'Single-core wins WebSocket, 100% success', scenario: 'sockets', winner: 'single-core', by: completed },
  { says: 'Multi-core wins HTTP Max Throughput, 99.96% success', scenario: 'reads', by: completed },
  { says: 'nearly 2x more successful requests', scenario: 'reads', by: { measure: okRequests, better: 'high', least: 1.75 } },
  { says: 'Use multi-core for HTTP-heavy workloads', scenario: 'reads', by: sustained },
  {
    says: 'near-linear scaling for reads',
    scenario: 'reads',
    by: ({ environment }) => ({ ...sustained, least: nearLinear * environment.cpu.usable }),
  },
  {
    says: 'adapter pub/sub: users of all workers receive the bids',
    scenario: 'sockets',
    by: { measure: receivedBids, better: 'high', least: nearlyAll },
  },
]

/** What the document says of one core and many: its winners, its key findings and its recommendations; each by core's comparison of both sides. */
export const nestjsClaims: readonly Claim[] = all.map(({ says, scenario, winner = 'multi-core', by }) => ({
  says,
  rule: (suite) => {
    const base = { scenario, variant: winner === 'multi-core' ? 'single-core' : 'multi-core' }
    const figure = typeof by === 'function' ? by(suite) : by
    return judgeSides(suite, { base, head: { scenario, variant: winner }, figures: all.length, ...figure })
  },
}))
