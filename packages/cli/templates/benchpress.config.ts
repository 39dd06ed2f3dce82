import { defineConfig } from '@benchpress/core'

// `npx benchpress plan` prints what this would do, `npx benchpress run` does it. Each key is in the documentation of the config.
export default defineConfig({
  // The system under test: a command that is started for the test, or the URL of one that runs, such as 'http://localhost:3000'.
  target: { command: 'node server.mjs', ready: { log: 'listening on (?<url>\\S+)' } },

  // Scenarios run side by side.
  scenarios: {
    // Closed: a number of users at a time. Each starts over when it is done, so that a slow system is asked less often.
    visitors: {
      journey: './visit.journey.ts',
      workload: {
        stages: {
          of: 'users',
          from: 1,
          steps: [
            { duration: '5s', to: 10 },
            { duration: '5s', to: 10 },
          ],
        },
        // The warm-up is counted apart: connections are opened, and code that runs for the first time gets fast.
        warmup: '2s',
      },
    },
    // Open: requests start by the clock, whatever the responses do.
    listing: {
      request: { path: '/items' },
      workload: { rate: '20/s', duration: '10s', warmup: '2s' },
    },
  },

  // Conditions on the figures: when one of them fails, the command ends with exit code 99.
  thresholds: {
    http_failed: 'rate < 1%',
    checks: 'rate > 99%',
    'http_response_time{endpoint:POST /items/{id}/buy}': 'p95 < 200ms',
  },
})
