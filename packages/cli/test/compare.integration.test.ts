import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SuiteResult, TestResult } from '@benchpress/core'
import { forbidden, hostileSuite } from '../../report/test/hostile-suite.ts'
import { recordedResult } from '../../report/test/recorded-results.ts'
import { call, expectDone } from './captured-io.ts'
import { startServer } from './start-server.ts'

const factors = [0.997, 1.002, 1.001, 0.998, 1.003, 0.999]
let folder = ''

/** A recorded result with longer runs, whose figures are multiplied by factors. */
function sideOf(throughput: number, time: number, changes: Partial<SuiteResult> = {}, spread: readonly number[] = factors): SuiteResult {
  const recorded = recordedResult('connections')
  const [run] = recorded.tests
  const [scenario] = run?.scenarios ?? []
  if (run === undefined || scenario === undefined) throw new Error('nothing was recorded')
  const tests = spread.map((factor, index): TestResult => {
    const responseTime = {
      ...scenario.responseTime,
      count: 100_000,
      p50: 4 * time * factor,
      p90: 6 * time * factor,
      p99: 9 * time * factor,
    }
    const ofRun = {
      ...scenario,
      duration: 30,
      throughput: { ...scenario.throughput, okPerSecond: 2000 * throughput * factor },
      responseTime,
    }
    const metric = run.metrics['http_response_time']
    const metrics = metric?.type === 'trend' ? { ...run.metrics, http_response_time: { ...metric, values: responseTime } } : run.metrics
    return {
      ...run,
      repeat: index + 1,
      startedAt: `2026-01-01T00:0${index}:00.000Z`,
      verdict: { level: 'valid', reasons: [] },
      scenarios: [ofRun],
      metrics,
    }
  })
  return { ...recorded, tests, ...changes }
}

let sides = 0

/** Writes a result whose runs began at times of their own, and not all after those of another one. */
async function write(name: string, suite: SuiteResult): Promise<void> {
  sides += 1
  const tests = suite.tests.map((run) => ({ ...run, startedAt: new Date(Date.parse(run.startedAt) + sides * 100).toISOString() }))
  await writeFile(join(folder, name), JSON.stringify({ ...suite, tests }))
}

const compare = (...args: readonly string[]): ReturnType<typeof call> => call(['compare', ...args], { cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-compare-'))
  const base = sideOf(1, 1)
  await write('base.json', base)
  await write('same.json', base)
  await write('slower.json', sideOf(1, 1.2))
  await write('machine.json', { ...base, environment: { ...base.environment, node: 'v24.0.0' } })
  const [first, ...others] = base.tests
  if (first === undefined) throw new Error('there is a run')
  await write('invalid.json', {
    ...base,
    tests: [{ ...first, verdict: { level: 'invalid', reasons: [{ rule: 'zero-successes', level: 'invalid', text: 'x' }] } }, ...others],
  })
  await write('noisy.json', sideOf(1, 1.05, {}, [0.9, 1.1, 0.95, 1.05, 1, 1]))
  await write('one.json', { ...sideOf(1, 2), tests: sideOf(1, 2).tests.slice(0, 1) })
  for (const side of ['before', 'after']) {
    await mkdir(join(folder, side))
    for (const run of sideOf(1, side === 'after' ? 1.2 : 1).tests) await write(`${side}/${run.repeat}.json`, { ...base, tests: [run] })
  }
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('benchpress compare', () => {
  test('refuses a side that has the same run twice', async () => {
    const named = await compare('one.json', 'one.json', 'one.json', '--with', 'slower.json')
    expect([named.code, named.stderr]).toEqual([2, expect.stringMatching(/one\.json is named twice/)])
    await mkdir(join(folder, 'copied'))
    for (const name of ['run.json', 'copy.json']) await writeFile(join(folder, 'copied', name), await readFile(join(folder, 'one.json')))
    const copied = await compare('base.json', 'copied')
    expect([copied.code, copied.stderr]).toEqual([2, expect.stringMatching(/copy\.json and \S+run\.json have the same run/)])
  })

  test('writes to no result that it reads', async () => {
    await write('kept.json', sideOf(1, 1.2))
    const before = await readFile(join(folder, 'kept.json'), 'utf8')
    await symlink('kept.json', join(folder, 'link.json'))
    for (const output of ['kept.json', './before/../kept.json', 'link.json']) {
      const { code, stderr } = await compare('base.json', 'kept.json', '-o', output)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/--output \S+\.json: is read by this command, and would be overwritten/)])
    }
    expect(await readFile(join(folder, 'kept.json'), 'utf8')).toBe(before)
  })

  test('prints each figure of both sides, and the conclusion last', async () => {
    const { code, stdout, stderr } = await compare('base.json', 'slower.json')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Base and head: geometric mean (lowest to highest) of the runs, of shares the mean')
    expect(stdout).toMatch(/Latency 99%.*\+20 %.*worse/)
    expect(stdout).toMatch(
      /\nHead is worse than base: Latency 50% of requests is \d[^\n]*higher[^]*\n {2}equivalent, by less than 5 % to either side: Ok\/Sec/,
    )
  })

  test('reads several files and folders a side', async () => {
    const [one, several] = await Promise.all([
      compare('before', 'after'),
      compare('before/1.json', 'before/2.json', 'before/3.json', '--with', 'after/1.json', 'after/2.json', 'after/3.json'),
    ])
    expect([one.code, several.code]).toEqual([0, 0])
    expect(one.stdout).toContain('base: 6 runs')
    expect(several.stdout).toContain('base: 3 runs')
    expect(one.stdout).toContain('Head is worse than base')
  })

  test('ends with 98 where a change is beyond a limit for sure, and names it', async () => {
    const { code, stdout, stderr } = await compare('base.json', 'slower.json', '--fail-on', 'p99 > +5%', '--fail-on', 'throughput < -5%')
    expect(code).toBe(98)
    expect(stdout).toContain('✗ p99 > +5%: regressed, http_response_time p99 changed by +20 %')
    expect(stdout).toContain('✓ throughput < -5%: no regression')
    expect(stderr).toMatch(/^benchpress: p99 > \+5% regressed in localhost:\d+: http_response_time p99 changed by \+20 % \(.*\)\n$/)
    expect((await compare('base.json', 'same.json', '--fail-on', 'p99 > +5%')).code).toBe(0)
  })

  test('ends with 98 where a condition on failures regressed, and refuses sides that fail differently without one', async () => {
    const failing = sideOf(1, 1)
    const outcomesOf = ({ ok, ...others }: TestResult['scenarios'][number]['counts']['outcomes']) => ({
      ...others,
      ok: ok - Math.round(ok * 0.3),
      http_error: Math.round(ok * 0.3),
    })
    const tests = failing.tests.map((run) => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, counts: { ...each.counts, outcomes: outcomesOf(each.counts.outcomes) } })),
    }))
    await write('failing.json', { ...failing, tests })
    const gated = await compare('base.json', 'failing.json', '--fail-on', 'error > +1%')
    expect([gated.code, gated.stderr]).toEqual([
      98,
      expect.stringMatching(/^benchpress: error > \+1% regressed in .* changed by \+30 points/),
    ])
    expect(gated.stdout).toMatch(/Compared in spite of\nerrors: requests, \S+ fails 0 % of its requests/)
    const { code, stderr } = await compare('base.json', 'failing.json', '--fail-on', 'p99 > +5%')
    expect([code, stderr]).toEqual([2, expect.stringContaining('the sides cannot be compared, errors: requests')])
  })

  test('prints how many runs a condition would take where runs differ too much, and ends with 97 in strict mode', async () => {
    const { code, stderr } = await compare('base.json', 'noisy.json', '--fail-on', 'p99 > +4%')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^benchpress: p99 > \+4% is undecided in .*: the limit is within the interval/),
    ])
    expect((await compare('base.json', 'noisy.json', '--fail-on', 'p99 > +4%', '--strict')).code).toBe(97)
  })

  test('ends with 97 where runs are too few to test a condition at all', async () => {
    const { code, stderr } = await compare('base.json', 'one.json', '--fail-on', 'p99 > +5%')
    expect(code).toBe(97)
    expect(stderr).toMatch(/^benchpress: p99 > \+5% is undecided in .*: one run of a side.*it takes at least 5\n$/)
  })

  test('refuses a result that both sides have, and says which', async () => {
    const { code, stderr } = await compare('base.json', 'base.json')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/base\.json is named twice\n {2}Name each result once, and for one side\.\n/)])
    await writeFile(join(folder, 'base-copy.json'), await readFile(join(folder, 'base.json')))
    const copied = await compare('base.json', 'base-copy.json')
    expect([copied.code, copied.stderr]).toEqual([2, expect.stringMatching(/base\.json and \S+base-copy\.json have the same run\n/)])
  })

  test('refuses sides that differ, and compares them where that is allowed', async () => {
    const refused = await compare('base.json', 'machine.json')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      'benchpress: the sides cannot be compared, machine: Node.js: v26.10.0 on the base, v24.0.0 on the head\n  Measure both sides alike, or compare them in spite of it: --allow machine\n',
    )
    const { code, stdout } = await compare('base.json', 'machine.json', '--allow', 'machine,seed')
    expect(code).toBe(0)
    expect(stdout).toContain('Compared in spite of\nmachine: Node.js: v26.10.0 on the base')
  })

  test('ends with 97 for an invalid run, and names no winner', async () => {
    const { code, stderr } = await compare('base.json', 'invalid.json')
    expect([code, stderr]).toEqual([97, expect.stringContaining('verdict: on the head, run 1 of localhost:')])
    const { stdout } = await compare('slower.json', 'invalid.json', '--allow', 'verdict')
    expect(stdout).toContain('Whether head is better or worse than base is undecided')
    expect(stdout).toMatch(/because run 1 of \S+ is invalid/)
  })

  test('writes Markdown, HTML, JSON and text, and prints them', async () => {
    const outputs = ['out/c.json', 'out/c.md', 'out/c.html', 'out/c.txt'].flatMap((file) => ['-o', file])
    const { code, stdout } = await compare('base.json', 'slower.json', '--markdown', ...outputs)
    expect(code).toBe(0)
    expect(await readFile(join(folder, 'out/c.md'), 'utf8')).toBe(stdout)
    expect(stdout).toContain('| Of | Figure | Base | Head | Change | Interval | Answer |')
    expect(await readFile(join(folder, 'out/c.html'), 'utf8')).toContain('class="scroll"')
    const written = await readFile(join(folder, 'out/c.json'), 'utf8')
    expect((await compare('base.json', 'slower.json', '--json')).stdout).toBe(written)
    expect(JSON.parse(written)).toMatchObject({ schemaVersion: 1, base: { name: 'base', runs: 6 }, differences: [], regressions: [] })
    expect((await compare('base.json', 'slower.json', '-o', 'c.csv')).stderr).toContain('--output c.csv: unknown format')
    // A path at which no folder can be made is refused at once.
    expect((await compare('base.json', 'slower.json', '-o', '/proc/none/c.md')).stderr).toContain(
      '--output /proc/none/c.md: cannot be written',
    )
  })

  test('shows a hostile name and cannot be made to do anything by it', async () => {
    for (const name of ['hostile.json', 'hostile-too.json']) await write(name, hostileSuite())
    const { code, stdout } = await compare('hostile.json', 'hostile-too.json', '--full', '--allow', 'verdict', '-o', 'hostile.html')
    expect(code).toBe(0)
    expect(stdout).not.toMatch(forbidden)
    expect(await readFile(join(folder, 'hostile.html'), 'utf8')).not.toMatch(/<(?:img|script>alert)/)
  })

  test.each([
    [['base.json'], /a comparison needs two sides, and 1 was given/],
    [['base.json', 'same.json', 'slower.json'], /a comparison needs two sides, and 3 were given/],
    [['base.json', 'gone.json'], /there is no result at gone\.json/],
    [['base.json', 'same.json', '--allow', 'machin'], /Did you mean "machine"\?/],
    [['base.json', 'same.json', '--margin', '2'], /must be a share above 0 %/],
    [['base.json', 'same.json', '--fail-on', 'p99 > 5%'], /did you mean "p99 > \+5%"\?/],
    [['base.json', 'slower.json', '--json', '--markdown'], /^benchpress: --json and --markdown: one format is printed\n/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await compare(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })

  test('compares results that benchpress run wrote', async () => {
    const server = await startServer((_request, response) => response.end('hello'))
    try {
      for (const name of ['mine', 'other']) {
        const { code, stdout } = await call([server.url, '-n', '30', '-c', '2', '--runs', '5', '-o', `${name}.json`], { cwd: folder })
        expectDone(code, stdout)
      }
    } finally {
      await server.close()
    }
    const { code, stdout } = await compare('mine.json', 'other.json', '--allow', 'verdict')
    expect(code, stdout).toBe(0)
    // Each run took less than a second.
    expect(stdout).toContain('less than the 3 s that can be compared')
  })
})
