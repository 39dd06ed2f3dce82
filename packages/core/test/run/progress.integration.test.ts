import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import type { Progress } from '../../src/run/progress.ts'
import { startKnownServer } from '../servers/known-server.ts'

test('the progress of a second has the figures of the result, with the last sample, the plan and a verdict so far', async () => {
  const server = await startKnownServer({ delays: [1] })
  onTestFinished(async () => await server.close())
  const controller = new AbortController()
  const told: Progress[] = []
  const onProgress = (progress: Progress): void => {
    if (progress.second === null || progress.verdict === null || progress.resources === null) return
    told.push(progress)
    controller.abort()
  }
  const reads = { request: {}, workload: { users: 3, duration: '1h' } }
  const result = await run({ target: server.url, scenarios: { reads } }, { onProgress, signal: controller.signal })
  const [first] = told
  if (first?.second == null) throw new Error('no second was told')
  const second = result.scenario('reads').series[first.second.at]
  expect(second).toMatchObject(first.second)
  expect(second?.requests).toBeGreaterThan(0)
  expect(first).toMatchObject({ plannedUsers: 3, plannedRate: null, suite: { run: 1, runs: 1 } })
  expect(first.left).toBeCloseTo(3600 - first.elapsed, 3)
  expect(first.inFlight).toBeLessThanOrEqual(3)
  expect(result.resources).toContainEqual(first.resources)
  // Progress comes before the result: figures that need its end are left out.
  expect(first.verdict?.reasons.map(({ rule }) => rule)).not.toContain('interrupted')
})

test('the progress of a load in the calling thread has no verdict so far', async () => {
  const server = await startKnownServer({ delays: [1] })
  onTestFinished(async () => await server.close())
  const controller = new AbortController()
  const onProgress = ({ requests, verdict }: Progress): void => {
    if (requests > 0) controller.abort(verdict ?? 'none')
  }
  const reads = { request: {}, workload: { users: 3, duration: '1h' } }
  await run({ target: server.url, workers: 0, scenarios: { reads } }, { onProgress, signal: controller.signal })
  expect(controller.signal.reason).toBe('none')
})
