import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '@benchpress/core'
import { hyphaTarget } from '@benchpress/example-hypha'
import { RunningProcess } from '../../../../examples/hypha/test/running-process.ts'
import { startMargin } from '@benchpress/report'
import { tally, tryOften } from '../../../core/test/prove/trials.ts'

// All starts are measured against this one, because the machine may become faster or slower meanwhile.
const reference = new RunningProcess(hyphaTarget())
let referenceUrl = ''

beforeAll(async () => {
  ;[referenceUrl = ''] = await reference.urls()
  await secondsOf(referenceUrl)
})

afterAll(async () => {
  await reference.stop()
})

/** Seconds for the highest level on one endpoint. */
async function secondsOf(target: string): Promise<number> {
  const request = { path: '/default/services/benchmark-service/echo?message=benchmark', expect: { json: { message: 'benchmark' } } }
  const workload = { connections: 500, requests: 50_000, warmup: '500ms' } as const
  const { scenarios } = await run({ target, scenarios: { load: { request, workload } } })
  return scenarios[0]?.duration ?? Number.NaN
}

/** How many times as long as the reference another start takes, by six runs of each in the order ABBA. */
async function ratioOfStart(): Promise<number> {
  const server = new RunningProcess(hyphaTarget())
  try {
    const [url = ''] = await server.urls()
    await secondsOf(url)
    let [own, others] = [0, 0]
    for (let pass = 0; pass < 3; pass++) {
      others += await secondsOf(referenceUrl)
      own += (await secondsOf(url)) + (await secondsOf(url))
      others += await secondsOf(referenceUrl)
    }
    return own / others
  } finally {
    await server.stop()
  }
}

test('two starts of the same server rarely differ by more than the margin for them', async () => {
  const ratios = await tryOften(24, async (trial) => {
    const ratio = await ratioOfStart()
    console.log(`${trial}: takes ${ratio.toFixed(3)} times as long`)
    return ratio
  })
  const pairs = ratios.flatMap((one, index) => ratios.slice(index + 1).map((other) => Math.max(one, other) / Math.min(one, other) - 1))
  const sorted = pairs.toSorted((a, b) => a - b)
  const at = (share: number): string => `${((sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN) * 100).toFixed(1)} %`
  console.log(`pairs of starts differ by ${at(0.5)} (p50), ${at(0.95)} (p95), ${at(1)} at most`)
  const within = tally(pairs, 'pairs within the margin', (apart) => apart <= startMargin)
  expect(within / pairs.length).toBeGreaterThanOrEqual(0.95)
})
