import { cp, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const recorded = fileURLToPath(new URL('../../report/test/recorded/', import.meta.url))
let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-report-'))
  server = await startServer((_request, response) => response.end('hello'))
  const common = ['-n', '20', '-c', '2', '--threshold', 'http_failed rate < 1%']
  const runs = [
    [server.url, ...common, '-o', 'first.json', '-o', 'folder/'],
    [server.url, ...common, '-o', 'second.json'],
  ]
  for (const args of runs) {
    const { code, stdout } = await call(args, { cwd: folder })
    expectDone(code, stdout)
  }
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function report(...args: readonly string[]): ReturnType<typeof call> {
  return call(args, { cwd: folder })
}

async function readResult(file: string): Promise<SuiteResult> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'))
}

describe('benchpress report', () => {
  test('prints the report of the run again, from a file and from a folder', async () => {
    for (const source of ['first.json', 'folder']) {
      const { code, stdout, stderr } = await report('report', source)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/\nVerdict: (?:valid|suspect|invalid)\n/)
      expect(stdout).toContain('http_failed rate < 1%')
    }
  })

  test('names the command of the run as the one that repeats it, in Markdown and HTML', async () => {
    const { code, stdout, stderr } = await report('report', 'first.json', '-o', 'later.md', '-o', 'later.html')
    expect([code, stdout, stderr]).toEqual([0, 'written: later.md, later.html\n', ''])
    expect((await report('report', 'first.json', '-o', 'later.md', '--quiet')).stdout).toBe('')
    const command = `npx benchpress ${server.url} -n 20 -c 2 --threshold 'http_failed rate < 1%' -o first.json -o folder/`
    expect((await readResult('first.json')).command).toBe(command)
    expect(await readFile(join(folder, 'later.md'), 'utf8')).toContain(`\n${command}\n`)
    expect(await readFile(join(folder, 'later.html'), 'utf8')).toContain(
      `<code>${command.replaceAll("'", '&#39;').replace('<', '&lt;')}</code>`,
    )
  })

  test('writes a result in any other format, and prints the names of the files instead', async () => {
    const outputs = ['out.csv', 'out.series.csv', 'out.xml', 'out.om', 'openmetrics=metrics.txt']
    const { code, stdout } = await report('report', 'first.json', ...outputs.flatMap((output) => ['-o', output]))
    expect([code, stdout]).toEqual([0, `written: ${outputs.map((output) => output.replace(/^\w+=/, '')).join(', ')}\n`])
    const files = await readdir(folder)
    for (const output of outputs) expect(files).toContain(output.replace(/^\w+=/, ''))
  })

  test('puts the name of each of several results into the path', async () => {
    const refused = await report('report', 'first.json', 'second.json', '-o', 'out.md')
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--output out.md: several results would be written to one file'),
    })
    const { code } = await report('report', 'first.json', 'folder', '-o', 'named/{name}.md')
    expect(code).toBe(0)
    expect((await readdir(join(folder, 'named'))).toSorted()).toEqual(['first.md', 'folder.md'])
  })

  test('reads the checkpoint in the folder of a run that was killed', async () => {
    await cp(join(folder, 'first.json'), join(folder, 'killed/checkpoint.json'))
    const { code, stdout } = await report('report', 'killed/')
    expect(code).toBe(0)
    expect(stdout).toContain('Verdict: ')
    // The result of an earlier run is older than the checkpoint of the killed one, which decides which of both is read.
    await cp(join(recorded, 'deserve.json'), join(folder, 'killed/result.json'))
    await utimes(join(folder, 'killed/result.json'), 1, 1)
    expect((await report('report', 'killed/')).stdout).toBe(stdout)
    await utimes(join(folder, 'killed/checkpoint.json'), 0, 0)
    expect((await report('report', 'killed/')).stdout).not.toBe(stdout)
  })

  test('prints the sections of a preset again, from its report folder', async () => {
    await cp(join(recorded, 'deserve.json'), join(folder, 'preset/result.json'))
    const { preset, changes, ...run } = JSON.parse(await readFile(join(recorded, 'deserve.preset.json'), 'utf8'))
    await writeFile(join(folder, 'preset/preset.json'), JSON.stringify({ name: preset, part: null, changes, run }))
    expect((await report('report', 'preset')).stdout).toMatch(/^Documented and measured/m)
    await writeFile(join(folder, 'preset/preset.json'), JSON.stringify({ name: 'gone', part: null, changes, run }))
    const { stdout, stderr } = await report('report', 'preset')
    expect(stdout).toContain('Verdict: ')
    expect(stderr).toMatch(
      /^benchpress: the sections of the preset are missing, which .*preset\.json names: gone is no preset of benchpress, and code /,
    )
  })

  test('runs no code that a folder names', async () => {
    await cp(join(folder, 'preset'), join(folder, 'evil'), { recursive: true })
    await writeFile(join(folder, 'evil/own.mjs'), `import { writeFileSync } from 'node:fs'; writeFileSync('${join(folder, 'ran')}', '')`)
    const written = JSON.parse(await readFile(join(folder, 'evil/preset.json'), 'utf8'))
    await writeFile(join(folder, 'evil/preset.json'), JSON.stringify({ ...written, name: './evil/own.mjs' }))
    expect((await report('report', 'evil')).stderr).toContain('code that a folder names is not run')
    expect(await readdir(folder)).not.toContain('ran')
  })

  test('refuses an output without a name, and one that two results would be written to', async () => {
    await mkdir(join(folder, 'other'))
    await cp(join(folder, 'first.json'), join(folder, 'other/first.json'))
    expect(await report('report', 'first.json', '-o', '')).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown format') })
    const { code, stderr } = await report('report', 'first.json', 'other/first.json', '-o', '{name}.md')
    expect([code, stderr]).toEqual([2, expect.stringContaining('first.md: several results would be written to one file')])
  })

  test.each([
    ['date-time', (text: string) => text.replaceAll(/("startedAt": *")[^"]*/g, '$1x')],
    ['hdr-histogram', (text: string) => text.replaceAll(/("hdr": *"[^"]{12})[^"]*/g, '$1')],
  ])('refuses a result with a %s that cannot be read, before anything is written', async (format, spoil) => {
    await writeFile(join(folder, 'spoilt.json'), spoil(await readFile(join(folder, 'first.json'), 'utf8')))
    for (const args of [[], ['-o', 'out.html']]) {
      const { code, stdout, stderr } = await report('report', 'spoilt.json', ...args)
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^benchpress: spoilt\.json is no whole result: /)])
      expect(stderr).toContain(`must match format "${format}"`)
    }
  })

  test('refuses files that are no results, and names all of them at once with the reason', async () => {
    await writeFile(join(folder, 'no.json'), '{"a":1}')
    await writeFile(join(folder, 'half.json'), '{"schemaVersion":1,"name":"x"')
    await writeFile(join(folder, 'newer.json'), '{"schemaVersion":3}')
    const result = await readResult('first.json')
    await writeFile(join(folder, 'cut.json'), JSON.stringify({ ...result, tests: [{ ...result.tests[0], scenarios: 5 }] }))
    const { code, stderr } = await report('report', 'no.json', 'half.json', 'newer.json', 'cut.json', 'gone.json')
    expect(code).toBe(2)
    expect(stderr.split('\n').filter((line) => line.startsWith('benchpress: '))).toEqual([
      'benchpress: no.json is no result of benchpress: it has no schemaVersion',
      expect.stringMatching(/^benchpress: half\.json cannot be read: .*JSON/),
      'benchpress: newer.json is of version 3 of the format of results, and this benchpress reads version 2',
      'benchpress: cut.json is no whole result: /tests/0/scenarios must be array',
      'benchpress: there is no result at gone.json',
    ])
  })

  test.each([
    ['/tests/0/scenarios/0', 'responseTime'],
    ['/tests/0/scenarios/0/counts', 'outcomes'],
    ['/tests/0/scenarios/0/responseTime', 'p99'],
    ['/tests/0/verdict', 'reasons'],
    ['/environment', 'cpu'],
  ])('refuses a result in which %s has no %s, and names both', async (place, field) => {
    const result: unknown = await readResult('first.json')
    const parent = place
      .split('/')
      .slice(1)
      .reduce((value: unknown, key) => (value as Record<string, unknown>)[key], result)
    expect(Reflect.deleteProperty(parent as object, field)).toBe(true)
    await writeFile(join(folder, 'lacking.json'), JSON.stringify(result))
    const { code, stdout, stderr } = await report('report', 'lacking.json')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`benchpress: lacking.json is no whole result: ${place} must have required property '${field}'\n`)
  })

  test('reads a result of version 1, and refuses one that called functions', async () => {
    const older = await readFile(new URL('../../report/test/recorded/older/version-1.json', import.meta.url), 'utf8')
    await writeFile(join(folder, 'older.json'), older)
    await writeFile(join(folder, 'functions.json'), older.replace('"kind":"load"', '"kind":"functions"'))
    expect((await report('report', 'older.json', '-j')).code).toBe(0)
    expect(JSON.parse((await report('report', 'older.json', '-j')).stdout)).toMatchObject({
      schemaVersion: 2,
      tests: [{ name: expect.any(String) }],
    })
    expect(await report('report', 'functions.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('benchpress: functions.json has a test of functions, which benchpress no longer measures\n'),
    })
  })

  test('reads a result with fields that a later benchpress has added to the format', async () => {
    await writeFile(join(folder, 'later.json'), JSON.stringify({ ...(await readResult('first.json')), later: true }))
    expect((await report('report', 'later.json')).code).toBe(0)
  })

  test('reads a result without figures that a later benchpress has added, also in parts that may be null', async () => {
    const result = await readResult('first.json')
    const [{ scenarios: [scenario] } = { scenarios: [] }] = result.tests
    const { retried: _retried, ...warmup } = { ...scenario, later: 1 }
    const tests = result.tests.map((one) => ({ ...one, scenarios: [{ ...scenario, warmup }] }))
    await writeFile(join(folder, 'earlier.json'), JSON.stringify({ ...result, tests }))
    expect(await report('report', 'earlier.json')).toMatchObject({ code: 0, stderr: '' })
    await writeFile(
      join(folder, 'wrong.json'),
      JSON.stringify({ ...result, tests: tests.map((one) => ({ ...one, scenarios: [{ ...scenario, warmup: 5 }] })) }),
    )
    expect((await report('report', 'wrong.json')).stderr).toContain(
      'wrong.json is no whole result: /tests/0/scenarios/0/warmup must be object',
    )
  })
})
