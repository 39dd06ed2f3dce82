import type { TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import type { PresetRun } from '@benchpress/core/preset'
import { comparisonLines } from '@benchpress/report'
import { suiteResult, testResult } from '../../report/test/suite-fixture.ts'
import { deserve } from '../src/deserve/deserve.ts'
import { hypha } from '../src/hypha/hypha.ts'

const embedded: PresetRun = { preset: hypha, part: 'compare', isEmbedded: true, changes: [], code: [] }
const { target } = testResult({})

function testedBy(targets: readonly Partial<TestResult['target']>[], run: PresetRun = embedded): string | undefined {
  const tests = targets.map((own) => testResult({ target: { ...target, ...own } }))
  return comparisonLines(suiteResult(tests), run).find((line) => line.startsWith('tested:'))
}

const started = { command: ['node', 'server.js'], url: 'http://127.0.0.1:1' }
const servers = ['http://a:1', 'http://user:secret@b:2'].map((url) => ({ url, address: null, available: true, cause: null }))
const running = { command: null, url: 'http://a:1', servers }

test('the tested program is the one that comes with the preset, unless a target was given', () => {
  expect(testedBy([started])).toBe(`tested:     ${hypha.standIn?.description}`)
  expect(testedBy([{ command: null, url: 'http://c:3' }], { ...embedded, isEmbedded: false })).toBe(
    'tested:     what responded at http://c:3',
  )
  expect(testedBy([started], { ...embedded, isEmbedded: false })).toBe('tested:     the command node server.js')
})

test('every tested target is named, and a server that was down is not', () => {
  const own: PresetRun = { ...embedded, isEmbedded: false }
  const redis = { command: ['node', 'redis.js'], url: 'http://127.0.0.1:2' }
  const url = { command: null, url: 'http://c:3' }
  expect(testedBy([redis, url, redis, url], own)).toBe('tested:     what responded at http://c:3; and the command node redis.js')
  expect(testedBy([url, running], own)).toBe('tested:     what responded at http://c:3; and what responded at http://a:1, http://b:2')
  const down = servers.map((server, index) => ({ ...server, available: index === 0 }))
  expect(testedBy([{ ...running, servers: down }], own)).toBe('tested:     what responded at http://a:1')
  const lines = comparisonLines(suiteResult([testResult({ target: { ...target, ...running, servers: down } })]), own)
  expect(lines).toContain('changed from the documented test: servers 3 -> 1')
})

test('published figures are counted in runs or in their own unit', () => {
  expect(comparisonLines(suiteResult([testResult({}), testResult({})]), embedded).slice(0, 2)).toEqual([
    expect.stringMatching(/^documented: the best rows by scripts on fetch on /),
    expect.stringMatching(/^measured:   2 runs by /),
  ])
  expect(comparisonLines(suiteResult([testResult({})]), { ...embedded, preset: deserve })[0]).toMatch(
    /^documented: 3 runs by autocannon on /,
  )
})
