import { describe, expect, test } from 'vitest'
import { measure } from './count-on-both-sides.ts'

// One thread does what each of two does.
describe.each([0, 2])('with %i load threads', (workers) => {
  test('requests that hang end as timeouts at the timeout, and those behind them are counted apart', async () => {
    const behaviour = { delays: [2, -1] }
    const workload = { connections: 4, pipelining: 2, duration: '1500ms' }
    const { scenario, truth } = await measure({ behaviour, workload, workers, timeout: '200ms' })
    const { ok, timeout, aborted } = scenario.counts.outcomes
    expect(timeout).toBeGreaterThan(4)
    expect(ok + timeout + aborted).toBe(scenario.counts.started)
    expect(scenario.responseTime.max).toBe(200)
    expect(scenario.responseTime.count).toBe(ok + timeout)
    expect(truth.responded).toBeGreaterThanOrEqual(ok)
  })

  test('a silent close ends the requests in flight as closed early, and none of these has a time', async () => {
    const behaviour = { delays: [5], closeAfter: 10 }
    const { scenario } = await measure({ behaviour, workload: { connections: 4, pipelining: 2, requests: 600 }, workers })
    const { ok, closed_early: closedEarly, reset } = scenario.counts.outcomes
    expect(ok + closedEarly + reset).toBe(600)
    expect(closedEarly).toBeGreaterThan(30)
    expect(reset).toBe(0)
    expect(scenario.responseTime.count).toBe(ok)
  })

  test.each([
    { name: 'one byte at a time', response: 'byte by byte' },
    { name: 'in chunks', response: 'chunked' },
  ] as const)('responses that come $name are each counted once', async ({ response }) => {
    const behaviour = { delays: [0], response }
    const { scenario, truth } = await measure({ behaviour, workload: { connections: 4, pipelining: 3, requests: 300 }, workers })
    expect(scenario.counts.outcomes.ok).toBe(300)
    expect(truth.responded).toBe(300)
  })

  test.each([
    { name: 'HEAD', request: { method: 'HEAD' }, behaviour: { delays: [0] } },
    { name: '204', request: {}, behaviour: { delays: [0], status: 204, response: 'no body' } },
    { name: '304', request: {}, behaviour: { delays: [0], status: 304, response: 'no body' } },
  ] as const)('responses to $name end with their head', async ({ request, behaviour }) => {
    const { scenario } = await measure({ behaviour, workload: { connections: 2, pipelining: 4, requests: 400 }, request, workers })
    expect(scenario.counts.outcomes.ok).toBe(400)
  })

  test('a server that closes after each response loses nothing without pipelining', async () => {
    const behaviour = { delays: [1], response: 'close' } as const
    const { scenario, truth } = await measure({ behaviour, workload: { connections: 4, requests: 200 }, workers })
    expect(scenario.counts.outcomes.ok).toBe(200)
    // One connection only checked that the target is there, and at the end some may be opening that are no longer needed.
    expect(truth.connections).toBeGreaterThanOrEqual(scenario.connections.opened + 1)
    expect(truth.connections).toBeLessThanOrEqual(scenario.connections.opened + 1 + 4)
    expect(scenario.connections.pipelinedAfterClose).toBe(0)
  })

  test('a server that does not pipeline is named, and the requests behind its responses were closed early', async () => {
    const behaviour = { delays: [1], response: 'first only' } as const
    const { result, scenario, truth } = await measure({ behaviour, workload: { connections: 2, pipelining: 5, requests: 100 }, workers })
    const { ok, closed_early: closedEarly, reset } = scenario.counts.outcomes
    expect(ok).toBe(truth.responded)
    expect(ok + closedEarly + reset).toBe(100)
    expect(scenario.connections.pipelinedAfterClose).toBeGreaterThan(0)
    expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('no-pipelining')
  })

  test('errors are counted by status, and their times with the others', async () => {
    const { scenario } = await measure({ behaviour: { delays: [1], status: 503 }, workload: { connections: 2, requests: 100 }, workers })
    expect(scenario.counts.outcomes.http_error).toBe(100)
    expect(scenario.statuses).toEqual({ 503: 100 })
    expect(scenario.errors).toMatchObject([{ outcome: 'http_error', reason: '503 Known', count: 100 }])
    expect(scenario.responseTime.count).toBe(100)
  })

  test('a body that is not the expected one is a failed check', async () => {
    const request = { expect: { body: '{"hello":"world?"}' } }
    const { scenario } = await measure({
      behaviour: { delays: [0] },
      workload: { connections: 2, pipelining: 3, requests: 60 },
      request,
      workers,
    })
    expect(scenario.counts.outcomes.check_failed).toBe(60)
    const same = { expect: { body: '{"hello":"world!"}' } }
    const { scenario: good } = await measure({
      behaviour: { delays: [0], response: 'byte by byte' },
      workload: { connections: 2, pipelining: 3, requests: 60 },
      request: same,
      workers,
    })
    expect(good.counts.outcomes.ok).toBe(60)
  })
})
