import { expect, test } from 'vitest'
import { compareWork } from './compared-work.ts'
import { tally, tryOften } from './trials.ts'

test('of 20 comparisons of a server with one that works 10 % longer for a request, 18 find it in throughput and p50', async () => {
  const compared = await tryOften(20, async (trial) => await compareWork(trial, 1000, 1100))
  const better = tally(compared, 'called a figure better', ({ answers }) => Object.values(answers).includes('better'))
  const worse = ['throughput rate', 'http_response_time p50'].map((figure) =>
    tally(compared, `called ${figure} worse`, ({ answers }) => answers[figure] === 'worse'),
  )
  expect(better).toBeLessThanOrEqual(compared.length / 20)
  expect(Math.min(...worse)).toBeGreaterThanOrEqual(0.9 * compared.length)
})
