import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sumOutcomes } from '../../../src/model/metrics/outcome.ts'
import type { Result } from '../../../src/result/shape/result.ts'
import { run } from '../../../src/run/api.ts'
import { Loopback } from './loopback.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'

const module = fileURLToPath(new URL('journeys/follow.journey.ts', import.meta.url))
const loopback = new Loopback()
afterEach(() => loopback.close())

interface Seen {
  readonly origin: string
  readonly asked: string[]
  /** Streams that are open. */
  readonly open: Set<ServerResponse>
}

/** A server whose streams send something every now and then. */
async function streaming(): Promise<Seen> {
  const [asked, open] = [[] as string[], new Set<ServerResponse>()]
  const timer = setInterval(() => {
    for (const response of open) if (response.headersSent) response.write('data: 1\n\n')
  }, 20)
  const origin = await loopback.http(({ url = '' }, response) => {
    if (url === '/finite') return void response.end('finite')
    // The target is looked for first.
    if (url === '/') return void response.end()
    asked.push(url)
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      if (open.size === 0) clearInterval(timer)
    })
    if (url === '/events') response.writeHead(200).flushHeaders()
  })
  return { origin, asked, open }
}

function expectWhole(result: Result): void {
  expect(resultProblems(result)).toEqual([])
  expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  const { counts } = result.scenario('follow')
  expect(counts.started).toBe(sumOutcomes(counts.outcomes))
}

describe.each([0, 1])('with %i load threads', (workers) => {
  test('a stream that is held is one request, with the response time of its head', async () => {
    const { origin, asked, open } = await streaming()
    const workload = { users: 20, iterations: 20 }
    const result = await run({ target: origin, workers, scenarios: { follow: { journey: module, workload } } })
    expectWhole(result)
    const { counts, users, connections, responseTime, endpoints } = result.scenario('follow')
    expect([counts.started, counts.outcomes.ok, connections.opened, asked.length]).toEqual([20, 20, 20, 20])
    expect(users?.checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['is open', 20],
      ['was heard of', 20],
      ['was closed', 20],
    ])
    expect(users).toMatchObject({ iterations: { completed: 20 }, failed: 0, aborted: 0 })
    expect(endpoints.map(({ name, counts: { started } }) => [name, started])).toEqual([['GET /events', 20]])
    // The iterations lasted as long as the streams, the requests did not.
    const shortest = users?.iterationDuration.min ?? 0
    expect(responseTime.max).toBeLessThan(shortest)
    await expect.poll(() => open.size).toBe(0)
  })

  test.each([
    ['at its end', { users: 10, duration: '300ms', gracefulStop: '100ms' }],
    ['when it is interrupted', { users: 10, duration: '30s', gracefulStop: '100ms' }],
  ] as const)('streams that a run leaves open %s are closed, and those without a response are aborted', async (how, workload) => {
    const { origin, asked, open } = await streaming()
    const controller = new AbortController()
    const journey = { module, export: 'forever' }
    const running = run({ target: origin, workers, scenarios: { follow: { journey, workload } } }, { signal: controller.signal })
    if (how === 'when it is interrupted') {
      await vi.waitUntil(() => asked.length === 20, { timeout: 20_000 })
      controller.abort()
    }
    const result = await running
    expectWhole(result)
    const { counts, users, connections } = result.scenario('follow')
    // All have asked for both streams when they are interrupted. Where the end of a duration finds some on their way to the second, those miss.
    const late = how === 'at its end' ? 20 - asked.length : 0
    expect(counts.outcomes.ok).toBeGreaterThanOrEqual(10 - late)
    expect(counts.outcomes.aborted).toBeGreaterThanOrEqual(asked.length - counts.outcomes.ok)
    expect(counts.started - asked.length).toBeLessThanOrEqual(late)
    expect([connections.opened - asked.length, 20 - asked.length].every((missing) => missing >= 0 && missing <= late)).toBe(true)
    expect(users).toMatchObject({ iterations: { started: 10, aborted: 10 } })
    await expect.poll(() => open.size).toBe(0)
  })
})
