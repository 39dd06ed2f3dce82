import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findMaxRate } from '../../src/run/find/find-max-rate.ts'

const server = fileURLToPath(new URL('../servers/token-bucket-entry.ts', import.meta.url))

test('a search lands within 10 % of the knee of a token bucket, which no CPU shows', async () => {
  const suite = await findMaxRate(
    {
      name: 'bucket',
      target: { command: ['node', server, '500', '10'], ready: { log: String.raw`(?<url>http://\S+)` } },
      workers: 1,
      seed: 1,
      scenarios: { requests: { request: {}, workload: { rate: 200, duration: '2s' } } },
    },
    // Of a median, so that nothing but a queue breaks it; at 10 % above the capacity one of 90 requests has grown by the end of a step.
    { slo: 'p50 < 25ms, error < 0.1%' },
  )
  const { found } = suite
  const steps = found?.steps.map(({ value, reason }) => `${value}: ${reason}`).join('\n')
  expect(found?.value, steps).toBeGreaterThanOrEqual(450)
  expect(found?.value, steps).toBeLessThanOrEqual(550)
  expect(found?.complete).toBe(true)
  const knee = suite.tests.filter(({ sweep }) => sweep?.value === found?.value)
  for (const { target } of knee) expect(target.cpu).toBeLessThan(0.3)
  // It ended by what the bucket does, and not by the generator.
  expect(found?.steps.filter(({ value }) => value === found.failedAt).map(({ failed }) => failed)).toContain('slo')
}, 90_000)
