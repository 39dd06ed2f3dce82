import { describe, expect, test } from 'vitest'
import type { Problem } from '../usage-error.ts'
import { applySettings } from '../flags/apply-settings.ts'
import type { Settings } from '../flags/apply-settings.ts'
import { deserve } from './deserve.ts'
import { describeChanges } from './describe-changes.ts'
import { planPreset } from './plan-preset.ts'
import type { PresetPlan } from './plan-preset.ts'
import { presets } from './presets.ts'

const nothing = {} as Settings

test('every preset is found by its name', () => {
  expect([...presets.keys()]).toEqual(['deserve', 'bridge', 'nestjs', 'hypha', 'toska'])
  for (const [name, preset] of presets) expect(preset.name).toBe(name)
})

test('deserve is the documented test: 500 connections x 10, 30 s, 3 runs, no warm-up', () => {
  expect(deserve.suite('http://localhost:8000', '/test')).toMatchObject({
    repeats: 3,
    tests: [{ scenarios: { test: { request: { path: '/test' }, workload: { connections: 500, pipelining: 10, duration: '30s' } } } }],
  })
  expect(deserve.documented.runs).toHaveLength(3)
})

describe('planPreset', () => {
  test('another path is a change from the documented test, without its secrets', async () => {
    const { presetRun } = await plan({ url: 'http://localhost:9/other?token=abc' })
    expect(presetRun.changes).toEqual(['path /test -> /other?token=[redacted]'])
  })

  test('says when its connections are more than the requests', async () => {
    const problems: Problem[] = []
    await plan({ requests: 100 }, [], problems)
    expect(problems.map(({ message }) => message)).toEqual(['--requests 100: cannot be fewer than the 500 connections of the preset'])
  })

  test('without a URL or a command it tests the target that comes with it, and shows its code', async () => {
    const { suite, presetRun } = await plan()
    expect(suite.tests[0]?.target).toHaveProperty('command')
    expect(presetRun).toMatchObject({ changes: [], isEmbedded: true })
    expect(presetRun.code.length).toBeGreaterThan(0)
  })

  test('a URL is tested at its own path, or at the documented one', async () => {
    expect(await paths('http://localhost:9/other?x=1')).toEqual([{ url: 'http://localhost:9/other?x=1' }, '/other?x=1'])
    expect(await paths('http://localhost:9')).toEqual([{ url: 'http://localhost:9' }, '/test'])
  })

  test('a command is ready when the URL answers', async () => {
    const { suite } = await plan({}, ['deno', 'run', 'main.ts'])
    expect(suite.tests[0]?.target).toEqual({
      command: ['deno', 'run', 'main.ts'],
      ready: 'http://localhost:8000/test',
      url: 'http://localhost:8000/test',
    })
  })
})

test('describeChanges says what differs from the documented test', () => {
  const documented = deserve.suite('http://localhost:8000', '/test')
  const changed = applySettings(documented, { ...nothing, duration: '1', runs: 1, scale: 0.1, warmup: '2s', insecure: true })
  expect(describeChanges(documented, documented)).toEqual([])
  expect(describeChanges(documented, changed)).toEqual([
    'runs 3 -> 1',
    'TLS verification on -> off',
    'connections 500 -> 50',
    'duration 30s -> 1s',
    'warmup 0s -> 2s',
  ])
})

test('describeChanges tells of another kind of workload, and of what it does not have any more', () => {
  const documented = deserve.suite('http://localhost:8000', '/test')
  const changed = applySettings(documented, { ...nothing, rate: '30/m', maxUsers: 20 })
  expect(describeChanges(documented, changed)).toEqual([
    'connections 500 -> none',
    'pipelining 10 -> none',
    'rate none -> 0.5/s',
    'most users none -> 20',
    'arrivals none -> uniform',
  ])
})

test('describeChanges lists what was changed of the request', () => {
  const documented = deserve.suite('http://localhost:8000', '/test')
  const request = { method: 'POST', body: 'hi', expectStatus: [201], uniqueIds: true }
  const headers = { authorization: 'Bearer abc', 'x-a': '1' }
  expect(describeChanges(documented, applySettings(documented, { ...nothing, ...request, headers }))).toEqual([
    'method GET -> POST',
    'headers none -> authorization: [redacted]; x-a: 1',
    'body none -> hi',
    'expected response 200 to 399 -> {"status":[201]}',
    'unique ids off -> on',
  ])
})

async function plan(
  settings: Partial<Settings> = {},
  targetCommand: readonly string[] = [],
  problems: Problem[] = [],
): Promise<PresetPlan> {
  return await planPreset(
    deserve,
    { settings: { ...nothing, ...settings }, own: {}, part: undefined, targetCommand, folder: '/' },
    problems,
  )
}

async function paths(url: string): Promise<readonly unknown[]> {
  const { suite } = await plan({ url })
  const [planned] = suite.tests
  const scenario = planned?.scenarios['test']
  return [
    planned?.target,
    scenario !== undefined && 'request' in scenario && 'path' in scenario.request ? scenario.request.path : undefined,
  ]
}
