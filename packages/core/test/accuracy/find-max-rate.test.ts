import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findMaxRate } from '../../src/run/api.ts'

const server = fileURLToPath(new URL('../servers/token-bucket-entry.ts', import.meta.url))
const capacity = 500

test('a search lands within 10 % of the knee of a token bucket, which no CPU shows', async ({ skip }) => {
  const suite = await findMaxRate(
    {
      name: 'bucket',
      target: { command: ['node', server, String(capacity), '10'], ready: { log: String.raw`(?<url>http://\S+)` } },
      workers: 1,
      seed: 1,
      scenarios: { requests: { request: {}, workload: { rate: 200, duration: '2s' } } },
    },
    // Of a median, so that nothing but a queue breaks it; at 10 % above the capacity one of 90 requests has grown by the end of a step.
    { slo: 'p50 < 25ms, error < 0.1%' },
  )
  const { found } = suite
  const steps = found?.steps.map(({ value, reason }) => `${value}: ${reason}`).join('\n')
  // The bucket gives no more, however fast the machine is; what holds up the machine can only make it less.
  expect(found?.value ?? 0, steps).toBeLessThanOrEqual(capacity * 1.1)
  const broken = found?.steps.filter(({ value }) => value === found.failedAt) ?? []
  if ((found?.failedAt ?? 0) < capacity)
    skip(`undecided: a step below the capacity of ${capacity} failed, and the machine can have done that
${steps}`)
  expect(found?.value, steps).toBeGreaterThanOrEqual(capacity * 0.9)
  // It ended by the queue of the bucket. On a busy machine the search finds the same knee, and says that the times may be the machine's.
  const ends = broken.map(({ failed }) => failed)
  if (ends.every((end) => end === 'generator')) skip(`undecided: the machine can have made the times above the capacity longer\n${steps}`)
  expect(ends, steps).toContain('slo')
  expect(found?.complete, steps).toBe(true)
})
