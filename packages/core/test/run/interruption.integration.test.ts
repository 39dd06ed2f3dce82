import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { sumOutcomes } from '../../src/model/metrics/outcome.ts'
import type { Result } from '../../src/result/shape/result.ts'
import { run } from '../../src/run/api.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

const source = `
const server = require('node:http').createServer((request, response) => {
  if (request.url === '/die') process.exit(7)
  response.end('ok')
}).listen(0, () => console.log('listening on http://localhost:' + server.address().port))
`
const mortal = { command: ['node', '-e', source], ready: { log: String.raw`listening on (?<url>\S+)` } }
// Longer than any test: the tests try what ends them.
const steady: Config['scenarios'] = {
  steady: { request: {}, workload: { connections: 4, pipelining: 2, duration: '1h', gracefulStop: '100ms' } },
}

/** Expects what holds for every result, however the run ended. */
function expectWhole(result: Result): void {
  expect(resultProblems(result)).toEqual([])
  expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  for (const { counts } of result.scenarios) expect(counts.started).toBe(sumOutcomes(counts.outcomes))
}

// One thread does what each of two does.
describe.each([0, 2])('with %i load threads', (workers) => {
  test('an abort at any moment leaves a whole, marked result', async () => {
    for (const moment of [0, 1, 20, 70, 150, 300]) {
      const controller = new AbortController()
      const running = run({ target: mortal, workers, scenarios: steady }, { signal: controller.signal })
      await sleep(moment + Math.random() * 20)
      controller.abort()
      const result = await running
      expect(result.interrupted).toMatchObject({ cause: 'signal' })
      expectWhole(result)
    }
  })

  test.each([1, 2, 100])('an abort at request %i leaves a whole, marked result', async (last) => {
    const controller = new AbortController()
    let served = 0
    const server = createServer((_request, response) => {
      if (++served === last) controller.abort()
      response.end('ok')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const result = await run({ target, workers, scenarios: steady }, { signal: controller.signal })
    server.close()
    expect(result.interrupted).toMatchObject({ cause: 'signal' })
    expectWhole(result)
  })

  test('a target that dies in the middle ends the test, with the counts until then', async () => {
    const scenarios: Config['scenarios'] = {
      steady: {
        request: [...Array.from({ length: 2000 }, () => ({ path: '/' })), { path: '/die' }],
        workload: { connections: 2, duration: '1h' },
      },
    }
    const result = await run({ target: mortal, workers, scenarios })
    expect(result.interrupted).toMatchObject({ cause: 'target', reason: 'the target exited with code 7' })
    expect(result.target.failed?.reason).toBe('the target exited with code 7')
    expect(result.scenario('steady').counts.outcomes.ok).toBeGreaterThan(1000)
    expectWhole(result)
  })
})

// Both at a time: they wait for seconds in which nothing can be reached.
test.concurrent('a target that only refuses ends the test after some seconds', async () => {
  const responded = Promise.withResolvers<void>()
  const server = createServer((_request, response) => response.end(responded.resolve)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const running = run({ target: `http://127.0.0.1:${port}`, scenarios: steady })
  await responded.promise
  server.closeAllConnections()
  server.close()
  const result = await running
  expect(result.interrupted).toMatchObject({ cause: 'target', reason: 'every connection was refused for 3 s' })
  const { outcomes } = result.scenario('steady').counts
  expect(outcomes.refused).toBeGreaterThan(0)
  // Each of four connections tries again after 50 ms, then after twice as long, up to a second: five times in the first second, and once in each
  // that follows. Pauses are spread by up to a half, which makes them no more than twice as many.
  expect(outcomes.refused).toBeLessThanOrEqual(4 * 2 * (6 + result.duration))
  expectWhole(result)
})

test.concurrent('a target that is gone at the end has failed, also where the load had no time to end early', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The first connection only shows that the target is there: it goes before the load, however late that starts.
  server.once('connection', (socket) => {
    socket.destroy()
    server.close()
  })
  // Shorter than the three seconds after which a test is ended early.
  const workload = { rate: 50, duration: '2900ms' }
  const result = await run({ target: `http://127.0.0.1:${port}`, scenarios: { arrivals: { request: {}, workload } } })
  expect(result.interrupted).toBeNull()
  expect(result.target.failed?.reason).toBe('every connection was refused for the last 2 s')
  expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('target-failed')
  expectWhole(result)
})

test('a load thread that dies leaves what it had reported, and the result names what is missing', async () => {
  let end = (): void => undefined
  process.once('worker', (worker) => (end = () => void worker.terminate()))
  const result = await run({ target: mortal, workers: 2, scenarios: steady }, { onProgress: ({ requests }) => requests > 0 && end() })
  expect(result.interrupted).toMatchObject({ cause: 'worker' })
  expect(result.generator.threads.filter(({ lost }) => lost !== null)).toHaveLength(1)
  expect(result.verdict.level).toBe('invalid')
  expect(result.scenario('steady').counts.outcomes.ok).toBeGreaterThan(0)
  expectWhole(result)
})

test('a run bails out after as many failures as were allowed', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 500
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const scenarios = { failing: { request: {}, bailout: 20, workload: { connections: 1, duration: '1h' } } }
    const result = await run({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, scenarios })
    expect(result.interrupted).toMatchObject({ cause: 'bailout', reason: '20 requests failed' })
    expect(result.scenario('failing').counts.outcomes.http_error).toBe(20)
    expectWhole(result)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('connections that nobody accepts end as refused requests, so that a number of requests has an end', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The first connection only checks that the target is there.
  server.once('connection', () => server.close())
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const result = await run({ target, scenarios: { refused: { request: {}, workload: { connections: 2, requests: 6 } } } })
  expect(result.scenario('refused').counts.outcomes.refused).toBe(6)
  expect(result.verdict.level).toBe('invalid')
  expectWhole(result)
})

test('more connections than files can be open are refused before anything is sent', async () => {
  const scenarios = { huge: { request: {}, workload: { connections: 100_000_000, duration: '1s' } } }
  await expect(run({ target: 'http://127.0.0.1:9', scenarios })).rejects.toMatchObject({ code: 'INVALID_CONFIG', message: /open files/ })
})

test('an error thrown by onProgress ends the run, and the target with it', async () => {
  let url = ''
  const onProgress = ({ phase }: { phase: string }): void => {
    if (phase === 'run') throw new Error('the listener is broken')
  }
  const server = {
    server: async () => {
      const listening = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
      await once(listening, 'listening')
      url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
      return {
        url,
        close: () => {
          listening.closeAllConnections()
          listening.close()
        },
      }
    },
  }
  await expect(run({ target: server, scenarios: steady }, { onProgress })).rejects.toThrow('the listener is broken')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
