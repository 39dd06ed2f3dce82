import { fileURLToPath } from 'node:url'
import { run, type Config } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))

test.skipIf(!hasRedis).each([
  ['tells another Node.js', { OTHER_NODE_TOLD: '20.1.0' }, /other runs on Node\.js v20\.1\.0, and this machine on v\d/],
  ['finds another Node.js', { OTHER_NODE_FOUND: '20.1.0' }, /Node\.js is 20\.1\.0 here and \d+\.\d+\.\d+ where the run was started/],
  ['has another benchpress', { OTHER_CORE: '9.9.9' }, /other has benchpress 9\.9\.9, and this machine \d/],
])('an agent that %s is refused by name, and nothing is sent', async (_what, versions, message) => {
  const fleet = await Fleet.start(await startRedis())
  onTestFinished(async () => await fleet.stop())
  const env = { NODE_OPTIONS: `--import ${new URL('other-version.mjs', import.meta.url).href}`, ...versions }
  await Promise.all([fleet.agent('same'), fleet.agent('other', { env })])
  const config: Config = {
    target: fleet.target,
    scenarios: { numbered: { journey: './numbered.journey.ts', workload: { rate: '100/s', iterations: 100 } } },
  }
  const outcome = await run(config, { machines: await fleet.machines({ agents: 2 }), cwd }).then(
    ({ machines, verdict }) => `${verdict.level}: ${machines?.find(({ name }) => name === 'other')?.lost?.reason}`,
    (error: unknown) => `invalid: ${String(error)}`,
  )
  expect(outcome).toMatch(/^invalid: /)
  expect(outcome).toMatch(message)
  expect(fleet.asked).toEqual([])
  await expect.poll(async () => await fleet.broker.left()).toEqual([])
})
