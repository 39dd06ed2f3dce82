import { defineConfig } from '@benchpress/core'
import { shopMetrics } from './src/shop-metrics.ts'

export default defineConfig({
  name: 'shop',
  target: { command: 'node src/server.ts', ready: { log: 'listening on (?<url>\\S+)' } },
  scenarios: {
    // One visit in four ends with an order, with more and more visits at a time.
    visits: {
      journeys: {
        browse: { journey: './src/journeys/browse.journey.ts', weight: 3 },
        buy: { journey: './src/journeys/buy.journey.ts', weight: 1 },
      },
      workload: {
        stages: {
          of: 'users',
          from: 2,
          steps: [
            { duration: '10s', to: 20 },
            { duration: '20s', to: 20 },
            { duration: '5s', to: 0 },
          ],
        },
      },
    },
    // Customers who arrive by the clock, each of them once.
    logins: {
      journey: './src/journeys/login.journey.ts',
      workload: { rate: '2/s', duration: '30s', arrivals: 'poisson', maxUsers: 50 },
    },
  },
  metrics: shopMetrics,
  thresholds: {
    http_failed: 'rate < 1%',
    checks: 'rate == 100%',
    'http_response_time{endpoint:POST /orders}': ['p95 < 100ms', { threshold: 'p95 < 1s', abortOnFail: true, after: '5s' }],
    'group_duration{group:checkout}': 'p95 < 150ms',
    sold: 'count > 20',
  },
})
