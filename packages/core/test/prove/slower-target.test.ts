import { expect, test } from 'vitest'
import { compareWork } from './compared-work.ts'
import { tally, tryOften } from './trials.ts'

test('of 20 comparisons of a server with one that works 10 % longer for a request, 18 call the second one worse', async () => {
  const compared = await tryOften(20, async (trial) => await compareWork(trial, 1000, 1100))
  const better = tally(compared, 'called a figure better', ({ answers }) => Object.values(answers).includes('better'))
  const worse = tally(compared, 'called a figure worse', ({ answers }) => Object.values(answers).includes('worse'))
  // What a comparison of 7 rounds of 3 s finds in one figure alone.
  for (const figure of ['throughput rate', 'http_response_time p50', 'http_response_time p90', 'http_response_time p99'])
    tally(compared, `called ${figure} worse`, ({ answers }) => answers[figure] === 'worse')
  expect(better).toBeLessThanOrEqual(compared.length / 20)
  expect(worse).toBeGreaterThanOrEqual(0.9 * compared.length)
})
