import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SuiteResult } from '../../src/result/shape/result.ts'
import { findMaxRate } from '../../src/run/api.ts'

const server = fileURLToPath(new URL('../servers/token-bucket-entry.ts', import.meta.url))
const capacity = 500
const burst = 10
/** Milliseconds for which the queue of the bucket lets a request wait. */
const longestWait = 200
/** Seconds of a step: at 10 % above the capacity the queue is full after 2.2 of them, and from then on one of eleven requests is refused. */
const step = 4

/** A search by refused requests: long times may be the machine's, as the search then reports, but a full queue is the bucket's. */
async function search(): Promise<SuiteResult> {
  return await findMaxRate(
    {
      name: 'bucket',
      target: { command: ['node', server, `${capacity}`, `${burst}`, `${longestWait}`], ready: { log: String.raw`(?<url>http://\S+)` } },
      workers: 1,
      seed: 1,
      scenarios: { requests: { request: {}, workload: { rate: 400, duration: `${step}s` } } },
    },
    { slo: 'error < 0.1%' },
  )
}

/** How a search ended: one below the capacity, or by the generator, may have ended because of the machine. */
function endOf({ found }: SuiteResult) {
  const steps = found?.steps ?? []
  const ends = steps.filter(({ value }) => value === found?.failedAt).map(({ failed }) => failed)
  const isDecided = (found?.failedAt ?? 0) >= capacity && ends.some((end) => end !== 'generator')
  return {
    value: found?.value ?? 0,
    complete: found?.complete,
    ends,
    isDecided,
    told: steps.map(({ value, failed, reason }) => `${value}: ${failed ?? 'passed'}, ${reason}`).join('\n'),
  }
}

// Each takes about half a minute.
const mostSearches = 4

test('a search lands within 10 % of the knee of a token bucket, which no CPU shows', async ({ skip }) => {
  const searches = []
  do searches.push(endOf(await search()))
  while (searches.length < mostSearches && searches.at(-1)?.isDecided === false)
  const told = searches.map((each) => each.told).join('\n\n')
  // The bucket serves no more, however fast the machine is; a slow machine can only make it less.
  for (const { value } of searches) expect(value, told).toBeLessThanOrEqual(capacity * 1.1)
  const decided = searches.find(({ isDecided }) => isDecided)
  if (decided === undefined) skip(`undecided: the machine can have ended each of ${mostSearches} searches\n${told}`)
  expect(decided?.ends, told).toContain('slo')
  expect(decided?.value, told).toBeGreaterThanOrEqual(capacity * 0.9)
  expect(decided?.complete, told).toBe(true)
})
