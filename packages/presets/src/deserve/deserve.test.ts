import { describe, expect, test } from 'vitest'
import { documentedSuite, type Problem } from '@benchpress/core/preset'
import { planOfPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { deserve } from './deserve.ts'

const nothing: Settings = {}

test('deserve is the documented test: 500 connections x 10, 30 s, 3 runs, no warm-up', () => {
  expect(documentedSuite(deserve, 'http://localhost:8000')).toMatchObject({
    repeats: 3,
    tests: [{ scenarios: { test: { request: { path: '/test' }, workload: { connections: 500, pipelining: 10, duration: '30s' } } } }],
  })
})

describe('planPreset', () => {
  test('another path is a change from the documented test, without its secrets', async () => {
    const { presetRun } = await plan({ url: 'http://localhost:9/other?token=abc' })
    expect(presetRun.changes).toEqual(['path /test -> /other?token=[redacted]'])
  })

  test('tests the target that comes with the preset without a URL or a command, and shows its code', async () => {
    const { suite, presetRun } = await plan()
    expect(suite.tests[0]?.target).toHaveProperty('command')
    expect(presetRun).toMatchObject({ changes: [], isEmbedded: true })
    expect(presetRun.code.length).toBeGreaterThan(0)
  })

  test('a URL is tested at its own path, or at the documented one', async () => {
    expect(await paths('http://localhost:9/other?x=1')).toEqual([{ url: 'http://localhost:9/other?x=1' }, '/other?x=1'])
    expect(await paths('http://localhost:9')).toEqual([{ url: 'http://localhost:9' }, '/test'])
  })

  test('a command is ready when the URL responds', async () => {
    const { suite } = await plan({}, ['deno', 'run', 'main.ts'])
    expect(suite.tests[0]?.target).toEqual({
      command: ['deno', 'run', 'main.ts'],
      ready: 'http://localhost:8000/test',
      url: 'http://localhost:8000/test',
    })
  })
})

async function plan(
  settings: Partial<Settings> = {},
  targetCommand: readonly string[] = [],
  problems: Problem[] = [],
): Promise<PreparedPreset> {
  return await planOfPreset(
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
