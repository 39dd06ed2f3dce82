import type { Claim } from '@benchpress/core/preset'
import { sidesClaim, type Sides } from '@benchpress/report'
import { completedShare, okRequests, receivedBids, sustainedRate } from './nestjs-figures.ts'

type Figure = Omit<Sides, 'base' | 'head' | 'figures'>

const completed: Figure = { measure: completedShare, better: 'high', scale: 'points', margin: 0.01 }
const p99: Figure = { measure: ({ requests: { responseTime: times } }) => ({ times, figure: 'p99' }), better: 'low' }
const sustained: Figure = { measure: sustainedRate, better: 'high' }

// All figures of the comparison, whose intervals hold together.
const figures = 7

// The sides of a claim that many cores are better, or that one is.
function sides(scenario: string, figure: Figure, winner: 'single-core' | 'multi-core' = 'multi-core'): Sides {
  const loser = winner === 'multi-core' ? 'single-core' : 'multi-core'
  return { base: { scenario, variant: loser }, head: { scenario, variant: winner }, figures, ...figure }
}

/** What the document says of one core and many: its winners, its key findings and its recommendations; each by core's comparison of both sides. */
export const nestjsClaims: readonly Claim[] = [
  sidesClaim('Multi-core wins the HTTP Load Test, 40-60% better p99', sides('journeys', p99)),
  sidesClaim('Single-core wins WebSocket, 100% success', sides('sockets', completed, 'single-core')),
  sidesClaim('Multi-core wins HTTP Max Throughput, 99.96% success', sides('reads', completed)),
  sidesClaim('nearly 2x more successful requests', sides('reads', { measure: okRequests, better: 'high', least: 1.75 })),
  sidesClaim('Use multi-core for HTTP-heavy workloads', sides('reads', sustained)),
  // Near-linear is 70 % of the ideal speedup, and of the received bids none are missing from 80 % on.
  sidesClaim('near-linear scaling for reads', ({ environment }) => sides('reads', { ...sustained, least: 0.7 * environment.cpu.usable })),
  sidesClaim(
    'adapter pub/sub: users of all workers receive the bids',
    sides('sockets', { measure: receivedBids, better: 'high', least: 0.8 }),
  ),
]
