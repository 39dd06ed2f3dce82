import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Baseline } from '@benchpress/core'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let folder = ''
let baselines = ''
let server: StartedServer
let asked = 0
let made: Awaited<ReturnType<typeof call>>
const run = (...args: readonly string[]): ReturnType<typeof call> => call(['run', 'shop.json', '--no-progress', ...args], { cwd: folder })
// The length of a count is not known before.
const short = ['-n', '20', '--runs', '5']

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
  server = await startServer((request, response) => {
    asked += 1
    response.writeHead(request.url === '/' ? 200 : 500).end()
  })
  folder = await mkdtemp(join(tmpdir(), 'benchpress-baseline-'))
  baselines = join(folder, 'benchpress-baselines')
  for (const [name, path] of [
    ['shop', '/'],
    ['broken', '/broken'],
  ] as const) {
    const scenarios = { reads: { request: { path }, workload: { connections: 2, duration: 3 } } }
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ name: 'shop', target: server.url, scenarios }))
  }
  // A run that counts takes 3 s, so that one baseline is measured for all tests.
  made = await run('--runs', '5', '-u')
  await cp(baselines, join(folder, 'kept'), { recursive: true })
}, 120_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await rm(baselines, { recursive: true, force: true })
  await cp(join(folder, 'kept'), baselines, { recursive: true })
})

describe('benchpress run --baseline', () => {
  test('-u writes the baseline, and names its file', () => {
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/^benchpress: wrote benchpress-baselines\/main\/[a-z0-9-]+\/shop\.json\n$/),
    ])
  })

  test('reports a missing baseline at once, with how to make one, and ends with 97', async () => {
    const { code, stdout, stderr } = await run('--baseline', 'release', ...short)
    expect(code).toBe(97)
    expect(stderr).toContain(
      `benchpress: there is no baseline release in ${baselines}\n  The run is compared with nothing. -u makes it the baseline.\n`,
    )
    expect(stderr).toContain(
      'benchpress: shop was not compared with baseline release: there is no baseline release\n  Make one on this machine',
    )
    expect(stdout).toContain('Not compared with baseline release\nshop: there is no baseline release\n')
  })

  test('ends with 98 where the run is worse, and every report has the comparison', async () => {
    await changeBaseline(timesLonger(1e-4))
    const slower = await run('--runs', '5', '--baseline', 'main', '-o', 'report.html', '-o', 'report.md')
    expect([slower.code, slower.stderr]).toEqual([98, expect.stringMatching(/^benchpress: worse than baseline main: /)])
    for (const name of ['report.html', 'report.md'])
      expect(await readFile(join(folder, name), 'utf8')).toContain('Baseline main and this run')
  }, 60_000)

  test.each([
    [['--runs', '3', '--baseline', '-u'], ['--update-baseline: 3 runs, and it takes 5 to be compared']],
    [['--baseline'], ['--baseline: 1 run, and it takes 5 to be compared']],
    [
      ['--baseline', '--runs', '4', '-d', '2.5'],
      [
        '--baseline: 4 runs, and it takes 5 to be compared',
        '--baseline: a run of reads lasts 2.5 s, less than the 3 s that can be compared',
      ],
    ],
  ])('refuses %j before any load', async (args, messages) => {
    const [before, seen] = [await readFile(await file(), 'utf8'), asked]
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout, stderr.match(/^benchpress: .*/gm)]).toEqual([2, '', messages.map((message) => `benchpress: ${message}`)])
    expect([await readFile(await file(), 'utf8'), asked]).toEqual([before, seen])
  })

  test('refuses the baseline of another machine or another plan, and names what differs', async () => {
    await changeBaseline((baseline) => ({
      ...baseline,
      machine: { ...baseline.machine, 'Node.js': 'v1.0.0' },
      alike: { ...baseline.alike, plan: { x: 'y' } },
    }))
    const { code, stderr } = await run('--baseline', ...short)
    expect(code).toBe(97)
    expect(stderr).toContain(`shop was not compared with baseline main: machine: Node.js: v1.0.0 in the baseline, ${process.version} now\n`)
    expect(stderr).toContain('shop was not compared with baseline main: plan: the configs differ in x, scenarios.reads\n')
    expect(stderr).toContain('Measure alike, or make the baseline anew: -u.')
  })

  test('makes no baseline of an invalid run', async () => {
    const { code, stderr } = await call(['run', 'broken.json', ...short, '--no-progress', '-u'], { cwd: folder })
    expect([code, stderr]).toEqual([
      97,
      expect.stringContaining('benchpress: the baseline of shop stays as it was: run 1 of shop is invalid'),
    ])
  })

  test('refuses, before any load, a broken file, a folder that cannot be written, and flags that make no sense', async () => {
    const path = await file()
    await writeFile(path, '<<<<<<< HEAD\n')
    const broken = await run('--baseline', '--runs', '5')
    expect([broken.code, broken.stdout, broken.stderr]).toEqual([
      2,
      '',
      expect.stringContaining(`benchpress: ${path} is no baseline: it has two sides of a merge; take one of them, or measure anew\n`),
    ])
    const unwritable = await run('-u', '--runs', '5', '--baseline-folder', 'shop.json')
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
