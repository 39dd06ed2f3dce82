import { describe, expect, test } from 'vitest'
import { pluginConformance } from '../../src/testing/plugin-conformance.ts'
import { startLinesServer } from './lines/start-lines-server.ts'

const journey = new URL('lines/lines.journey.ts', import.meta.url).href
const reference = { module: new URL('lines/sound.plugin.ts', import.meta.url).href, options: {} }

describe('a sound plugin keeps each rule', () => {
  test.each(pluginConformance(reference, startLinesServer, { journey }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

test('a generator that cannot keep up, as on a machine with much else to do, is no fault of the plugin', async () => {
  const busy = { module: new URL('lines/busy.plugin.ts', import.meta.url).href, options: {} }
  const cases = pluginConformance(busy, startLinesServer, { journey })
  await expect(cases.find(({ name }) => name.startsWith('a test with one load thread'))?.run()).resolves.toBeUndefined()
})

describe('without a journey the client is created only', () => {
  test.each(pluginConformance(reference, startLinesServer))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

test('each rule has a case, each with a name of its own', () => {
  const names = pluginConformance(reference, startLinesServer).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a server that cannot be started is no fault of the plugin', async () => {
  const failing = pluginConformance(reference, () => Promise.reject(new Error('port in use')))
  const outcomes = await Promise.allSettled(failing.map(({ run }) => run()))
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(new Set(reasons)).toEqual(new Set(['Error: port in use']))
})
