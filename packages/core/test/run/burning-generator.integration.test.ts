import { onTestFinished, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { startKnownServer } from '../servers/known-server.ts'

test('the verdict names the generator when something burns the CPU of its thread', async () => {
  const server = await startKnownServer({ delays: [0] })
  onTestFinished(async () => await server.close())
  const burning = setInterval(() => {
    const until = performance.now() + 40
    while (performance.now() < until);
  }, 1)
  onTestFinished(() => clearInterval(burning))
  const workload = { connections: 10, duration: '2s' }
  const { verdict, limitedBy, generator, resources } = await run({
    target: server.url,
    workers: 0,
    scenarios: { fast: { request: {}, workload } },
  })
  const reason = verdict.reasons.find(({ rule }) => rule === 'generator-saturated')
  expect(reason?.text).toMatch(/^the calling thread was busy \d/)
  expect(verdict.level).toBe('invalid')
  expect(limitedBy.by).toBe('generator')
  // The load of the thread shows in each second, too, and not only on average.
  const seconds = generator.threads.flatMap((thread) => thread.seconds.filter(({ length }) => length > 0.2))
  expect(seconds.length).toBeGreaterThan(0)
  for (const { utilization, loopDelay } of seconds) {
    expect(utilization).toBeGreaterThan(0.5)
    expect(loopDelay.max).toBeGreaterThan(20)
  }
  const ends = seconds.map(({ at }) => at)
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  expect(resources.length).toBeGreaterThan(0)
})
