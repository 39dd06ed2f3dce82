import { onTestFinished, expect, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import { startKnownServer } from '../servers/known-server.ts'

test('the generator is named when something burns the CPU of its thread', async () => {
  const server = await startKnownServer({ delays: [0] })
  onTestFinished(async () => await server.close())
  const burning = setInterval(() => {
    const until = performance.now() + 40
    while (performance.now() < until);
  }, 1)
  onTestFinished(() => clearInterval(burning))
  const workload = { connections: 10, duration: '2s' }
  const { verdict, limitedBy } = await run({ target: server.url, workers: 0, scenarios: { fast: { request: {}, workload } } })
  const reason = verdict.reasons.find(({ rule }) => rule === 'generator-saturated')
  expect(reason?.text).toMatch(/^the calling thread was busy \d/)
  expect(verdict.level).toBe('invalid')
  expect(limitedBy).toMatch(/generator/)
})
