import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SuiteResult, TestResult } from '@benchpress/core'
import { forbidden, hostileSuite } from '../../report/test/hostile-suite.ts'
import { recordedResult } from '../../report/test/recorded-results.ts'
import { call } from './captured-io.ts'

let folder = ''
const history = (...args: readonly string[]): ReturnType<typeof call> => call(['history', ...args], { cwd: folder })

// Factors used by turns, as figures vary on a machine that stays the same.
const factors = [0.996, 1.003, 0.999, 1.004, 0.997, 1.001, 1.002, 0.998]
const commitOf = (index: number): string => `${index}`.padStart(12, '0').padEnd(40, 'a')

/** A recorded result turned into that of a commit: three long runs, whose times are multiplied by a factor. */
function resultOf(index: number, time: number): SuiteResult {
  const recorded = recordedResult('connections')
  const [run] = recorded.tests
  const [scenario] = run?.scenarios ?? []
  if (run === undefined || scenario === undefined) throw new Error('nothing was recorded')
  const startedAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
  const factor = time * (factors[index % factors.length] ?? 1)
  const tests = [0.999, 1, 1.001].map((each, repeat): TestResult => {
    const [p50, p90, p99] = [4, 6, 9].map((at) => at * factor * each)
    const responseTime = { ...scenario.responseTime, count: 100_000, p50: p50 ?? 0, p90: p90 ?? 0, p99: p99 ?? 0 }
    const ofRun = { ...scenario, duration: 30, responseTime }
    const began = new Date(Date.parse(startedAt) + repeat * 60_000).toISOString()
    return { ...run, repeat: repeat + 1, startedAt: began, verdict: { level: 'valid', reasons: [] }, scenarios: [ofRun] }
  })
  return { ...recorded, tests, environment: { ...recorded.environment, startedAt, git: { commit: commitOf(index), dirty: false } } }
}

async function write(name: string, suite: unknown): Promise<void> {
  await writeFile(join(folder, name), typeof suite === 'string' ? suite : JSON.stringify(suite))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-history-'))
  for (const name of ['nightly', 'few', 'empty', 'mixed', 'report']) await mkdir(join(folder, name))
  for (let index = 0; index < 20; index += 1) await write(`nightly/${index}.json`, resultOf(index, index < 12 ? 1 : 1.1))
  for (let index = 0; index < 3; index += 1) await write(`few/${index}.json`, resultOf(index, 1))
  await write('mixed/0.json', resultOf(0, 1))
  await write('mixed/broken.json', '{ "schemaVersion": 1,')
  await write('mixed/package.json', { name: 'something-else' })
  await write('report/result.json', resultOf(1, 1))
})
afterAll(() => rm(folder, { recursive: true }))

describe('benchpress history', () => {
  test('draws each figure over the commits, and names the one that made a figure worse last', async () => {
    const { code, stdout, stderr } = await history('nightly')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`20 points from ${commitOf(0).slice(0, 12)} (2026-01-01) to ${commitOf(19).slice(0, 12)} (2026-01-20)`)
    expect(stdout).toMatch(/│ +│ Latency 99% +│ [\d.]+ ms │ [\d.]+ ms │ [▁▂▃▄▅▆▇█]{10} +│ \+[\d.]+ % at 000000000012 +│/)
    expect(stdout.split('\n').slice(-5).join('\n')).toMatch(
      /3 changes found\.\nworse: Latency 50% of requests is [\d.]+ % higher \(.*\) since 000000000012 \(2026-01-13\)\nworse: Latency 90%.*\nworse: Latency 99%.*\n$/,
    )
  })

  test('writes Markdown, HTML, JSON and text, the same each time', async () => {
    const outputs = ['out/h.json', 'out/h.md', 'out/h.html', 'out/h.txt'].flatMap((file) => ['-o', file])
    const { code, stdout } = await history('nightly', '--markdown', ...outputs)
    expect(code).toBe(0)
    expect(await readFile(join(folder, 'out/h.md'), 'utf8')).toBe(stdout)
    const written = await readFile(join(folder, 'out/h.json'), 'utf8')
    expect((await history('nightly', '--json')).stdout).toBe(written)
    const { points, figures } = JSON.parse(written)
    expect(points).toHaveLength(20)
    expect(figures.find(({ aggregate }: { aggregate: string }) => aggregate === 'p99').changes).toMatchObject([{ at: 12, answer: 'worse' }])
    const page = await readFile(join(folder, 'out/h.html'), 'utf8')
    expect(page).toContain('<strong>Latency 99% of requests</strong>')
    expect(page).toMatch(/<path class="interval /)
    expect(page).toContain('at 000000000012</li>')
    expect(page).toMatch(/<path class="mark" d="M/)
  })

  test('reports that a change cannot be known from few points', async () => {
    const { code, stdout } = await history('few')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /It cannot be known whether a figure changed\.\nunknown: .*Latency 99% of requests,.* because 3 points are too few to tell a change of \d figures from chance, it takes at least \d+\n/,
    )
  })

  test('names every file that it left out, including a file of a folder that is no result', async () => {
    const { code, stdout } = await history('mixed')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /Left out\nmixed\/broken\.json: it cannot be read: .*\nmixed\/package\.json: it is no result of benchpress: it has no schemaVersion\n/,
    )
  })

  test('reads report folders, and a folder of them, and counts a copy once', async () => {
    const { code, stdout } = await history('report', '.', 'few/0.json')
    expect(code).toBe(0)
    expect(stdout).toContain('2 points from')
    expect(stdout).toMatch(/report\/result\.json: it has runs that report\/result\.json has, too/)
  })

  test('ends with 2 for missing results, a broken file and wrong flags, all reported at once', async () => {
    expect(await history('empty')).toMatchObject({ code: 2, stderr: expect.stringMatching(/there is no result (?:at|in) empty/) })
    const { code, stderr } = await history('mixed/broken.json', 'gone.json', '--margin', '5', '-o', 'h.csv', '--json', '--markdown')
    expect(code).toBe(2)
    for (const problem of [
      /mixed\/broken\.json cannot be read/,
      /there is no result at gone\.json/,
      /--margin 5: must be a share/,
      /--output h\.csv: unknown format/,
      /^benchpress: --json and --markdown: one format is printed\n {2}Give one of them; -o writes the other into a file\.$/m,
    ])
      expect(stderr).toMatch(problem)
    const before = await readFile(join(folder, 'few/0.json'), 'utf8')
    expect((await history('few', '-o', 'few/0.json')).code).toBe(2)
    expect(await readFile(join(folder, 'few/0.json'), 'utf8')).toBe(before)
  })

  test('shows a hostile name and cannot be made to do anything by it', async () => {
    const hostile = hostileSuite()
    const believed = hostile.tests.map((run) => ({ ...run, interrupted: null, verdict: { level: 'valid', reasons: [] } as const }))
    await write('hostile.json', { ...hostile, tests: believed })
    await write('hostile-too.json', {
      ...hostile,
      environment: { ...hostile.environment, cpu: { ...hostile.environment.cpu, model: '<img src=x>' } },
    })
    const { code, stdout } = await history('hostile.json', 'hostile-too.json', '--full', '-o', 'hostile.html', '-o', 'hostile.md')
    expect(code).toBe(0)
    expect(stdout).not.toMatch(forbidden)
    for (const name of ['hostile.html', 'hostile.md'])
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/<(?:img|script>alert)/)
  })
})
