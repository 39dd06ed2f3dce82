import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Baseline } from '@benchpress/core'
import { call } from './captured-io.ts'

let folder = ''
let baselines = ''
const run = (...args: readonly string[]): ReturnType<typeof call> =>
  call(['run', 'map.json', '-d', '0.05', '--warmup', '0.01', '--no-progress', ...args], { cwd: folder })

/** Path of the only file of a baseline. */
async function file(name: string = 'main'): Promise<string> {
  const [machine = ''] = await readdir(join(baselines, name))
  const [of = ''] = await readdir(join(baselines, name, machine))
  return join(baselines, name, machine, of)
}

/** Changes the figures of the baseline, so that the next run is better or worse than they are. */
async function changeBaseline(change: (baseline: Baseline) => Baseline, name?: string): Promise<void> {
  const path = await file(name)
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))))
}

const timesLonger =
  (factor: number) =>
  (baseline: Baseline): Baseline => ({
    ...baseline,
    figures: baseline.figures.map((figure) => ({
      ...figure,
      values: figure.values.map((value) => (value === null ? null : value * factor)),
    })),
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-baseline-'))
  baselines = join(folder, 'benchpress-baselines')
  await writeFile(
    join(folder, 'map.bench.mjs'),
    `const keys = Array.from({ length: 100 }, (_, index) => 'key_' + index)
export default {
  setup: () => new Map(keys.map((key) => [key, key])),
  cases: { get_hit: (map) => map.get('key_7'), broken: () => { throw new Error('not today') } },
}
`,
  )
  const scenarios = (only: string): object => ({ map: { functions: './map.bench.mjs', time: '1h', warmup: '1h', only: [only] } })
  await writeFile(join(folder, 'map.json'), JSON.stringify({ name: 'map', scenarios: scenarios('get_hit') }))
  await writeFile(join(folder, 'broken.json'), JSON.stringify({ name: 'map', scenarios: scenarios('broken') }))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => rm(baselines, { recursive: true, force: true }))

describe('benchpress run --baseline', () => {
  test('reports a missing baseline at once, with how to make one, and ends with 97', async () => {
    const { code, stdout, stderr } = await run('--baseline')
    expect(code).toBe(97)
    expect(stderr).toContain(
      `benchpress: there is no baseline main in ${baselines}\n  The run is compared with nothing. -u makes it the baseline.\n`,
    )
    expect(stderr).toContain('benchpress: map was not compared with baseline main: there is no baseline main\n  Make one on this machine')
    expect(stdout).toContain('Not compared with baseline main\nmap: there is no baseline main\n')
  })

  test('compares with the baseline of each name that -u wrote: 98 where the run is worse, 0 where it is not', async () => {
    const made = await run('--runs', '5', '-u')
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/^benchpress: wrote benchpress-baselines\/main\/[a-z0-9-]+\/map\.json\n$/),
    ])
    await changeBaseline(timesLonger(100))
    const faster = await run('--runs', '5', '--baseline')
    expect([faster.code, faster.stderr]).toEqual([0, ''])
    expect(faster.stdout).toMatch(/│ get_hit of map +│ Call median +│.*better/)
    expect(faster.stdout).toContain('This run is better than baseline main: Call median of get_hit of map is')
    await changeBaseline(timesLonger(1e-4))
    const slower = await run('--runs', '5', '--baseline', 'main', '-o', 'report.html', '-o', 'report.md')
    expect([slower.code, slower.stderr]).toEqual([
      98,
      expect.stringMatching(/^benchpress: worse than baseline main: Call median of get_hit of map is .* higher\n$/),
    ])
    for (const name of ['report.html', 'report.md'])
      expect(await readFile(join(folder, name), 'utf8')).toContain('Baseline main and this run')
    expect((await run('--runs', '5', '--baseline', 'release')).code).toBe(97)
  })

  test('decides nothing from too few runs, which replace no baseline either, and prints how many it takes', async () => {
    await run('--runs', '5', '-u')
    const before = await readFile(await file(), 'utf8')
    const again = await run('-u')
    expect([again.code, again.stderr]).toEqual([
      97,
      'benchpress: the baseline of map stays as it was: 1 run is too few, a comparison takes at least 5\n  Measure with --runs 5, or give toMatchBaseline a list of results.\n',
    ])
    expect(await readFile(await file(), 'utf8')).toBe(before)
    const { code, stderr } = await run('--baseline')
    expect([code, stderr]).toEqual([
      97,
      expect.stringMatching(/whether map is worse than baseline main is undecided: one run of a side is too few, it takes at least 5\n$/),
    ])
  })

  test('refuses the baseline of another machine or another plan, and names what differs', async () => {
    await run('--runs', '5', '-u')
    await changeBaseline((baseline) => ({
      ...baseline,
      machine: { ...baseline.machine, 'Node.js': 'v1.0.0' },
      alike: { ...baseline.alike, plan: { x: 'y' } },
    }))
    const { code, stderr } = await run('--runs', '5', '--baseline')
    expect(code).toBe(97)
    expect(stderr).toContain(`map was not compared with baseline main: machine: Node.js: v1.0.0 in the baseline, ${process.version} now\n`)
    expect(stderr).toContain('map was not compared with baseline main: plan: the configs differ in x, scenarios.map\n')
    expect(stderr).toContain('Measure alike, or make the baseline anew: -u.')
  })

  test('keeps the seed of the baseline, so that the load is the same', async () => {
    await run('--runs', '5', '-u')
    const { stderr } = await run('--runs', '5', '--baseline')
    expect(stderr).not.toContain('seed')
    const other = await run('--runs', '5', '--baseline', '--seed', '1')
    expect([other.code, other.stderr]).toEqual([
      97,
      expect.stringMatching(/seed: seed: \d+ in the baseline, 1 now\n  Keep the seed: --seed/),
    ])
  })

  test('makes no baseline of an invalid run', async () => {
    const { code, stderr } = await call(['run', 'broken.json', '-d', '0.02', '--warmup', '0.01', '--no-progress', '-u'], { cwd: folder })
    expect([code, stderr]).toEqual([97, expect.stringContaining('benchpress: the baseline of map stays as it was: run 1 is invalid')])
  })

  test('warns that a replaced baseline was of another load test', async () => {
    await run('--runs', '5', '-u')
    const again = await run('--runs', '5', '-u')
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^benchpress: wrote \S+map\.json\n$/)])
    const other = await run('--runs', '5', '-u', '-d', '0.06')
    expect([other.code, other.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^benchpress: wrote \S+map\.json, in place of the baseline of another plan\n {2}Where both are to be kept, give each test a name/,
      ),
    ])
  })

  test('refuses, before any load, a broken file, a folder that cannot be written, and flags that make no sense', async () => {
    await run('--runs', '5', '-u')
    const path = await file()
    await writeFile(path, '<<<<<<< HEAD\n')
    const broken = await run('--baseline')
    expect([broken.code, broken.stdout, broken.stderr]).toEqual([
      2,
      '',
      expect.stringContaining(`benchpress: ${path} is no baseline: it has two sides of a merge; take one of them, or measure anew\n`),
    ])
    const unwritable = await run('-u', '--baseline-folder', 'map.json')
    expect([unwritable.code, unwritable.stdout]).toEqual([2, ''])
    const url = await call(['run', '--baseline', 'http://localhost:3000'], { cwd: folder })
    expect([url.code, url.stderr]).toEqual([
      2,
      expect.stringContaining('Name what is to be run before --baseline, or write --baseline=NAME.'),
    ])
    const idle = await run('--margin', '3%')
    expect([idle.code, idle.stderr]).toEqual([2, 'benchpress: --margin: there is nothing to compare with\n  Give --baseline.\n'])
  })
})
