import { run } from '@benchpress/core'
import { deserveTarget } from './deserve-target.ts'

// node src/bench.ts [duration]
const result = await run({
  name: 'deserve',
  target: deserveTarget,
  scenarios: {
    test: {
      request: { path: '/test', expect: { body: '{"hello":"world!"}' } },
      workload: { connections: 500, pipelining: 10, duration: process.argv[2] ?? '30s', warmup: '2s' },
    },
  },
})

const { counts, throughput, responseTime, inFlight } = result.scenario('test')
console.log(`${Math.round(throughput.requestsPerSecond)} requests/s, ${counts.outcomes.ok} of ${counts.started} ok`)
console.log(
  `response time: median ${responseTime.p50?.toFixed(1)} ms, 99 % within ${responseTime.p99?.toFixed(1)} ms, ${Math.round(inFlight)} in flight`,
)
console.log(`limited by: ${result.limitedBy.text}`)
console.log(`verdict: ${result.verdict.level}`)
for (const reason of result.verdict.reasons) console.log(`  ${reason.level}: ${reason.text}`)
if (result.verdict.level === 'invalid') process.exitCode = 97
