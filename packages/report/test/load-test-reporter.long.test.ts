import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('vitest', import.meta.url))
let folder = ''
let loads = 'load'

beforeEach(async () => {
  loads = 'load'
  folder = await mkdtemp(join(tmpdir(), 'benchpress-reporter-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function runVitest(print: string, ...args: readonly string[]): Promise<string> {
  const env = { REPORT_FOLDER: folder, REPORT_PRINT: print, REPORT_LOADS: loads, NO_COLOR: '1' }
  const { all } = await execa('vitest', ['run', '--root', root, ...args], { cwd: root, env, preferLocal: true, reject: false, all: true })
  return all
}

test('a run of Vitest prints a row for each load test and writes its page, its result and an index, whatever its names contain', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const printed = await runVitest('table')
  expect(printed).toMatch(/^Load tests$/m)
  expect(printed).toMatch(/│ Load test +│ Requests\/s │ 50% +│ 99% +│ Failed │ Verdict +│ Tests/)
  // The name as it is in the table, without characters that act on a terminal.
  expect(printed).toMatch(/│ shop .*│ 1 of 2 failed/)
  expect(printed).toContain(String.raw`\x1b[2J`)
  expect(printed).toContain(`their pages: `)

  const files = (await readdir(folder)).toSorted()
  expect(files).toEqual([
    'index.html',
    'notes.txt',
    expect.stringMatching(/^shop-[a-z0-9-]+\.html$/),
    expect.stringMatching(/^shop-[a-z0-9-]+\.json$/),
  ])
  const [index, , page, json] = await Promise.all(files.map(async (file) => await readFile(join(folder, file), 'utf8')))
  const suite = JSON.parse(json ?? '') as SuiteResult
  expect(suite.tests[0]?.scenarios[0]?.counts.outcomes.ok).toBe(200)
  expect(index).toContain(`href="${files[2]}"`)
  expect(index).toContain('load/hostile.load.ts &gt; responds')
  expect(index).not.toContain('asserts nothing')
  for (const html of [index, page]) {
    expect(html).toContain('&lt;script&gt;alert(')
    expect(html).not.toContain(`<script>alert(`)
    expect(html).not.toContain('\u001b')
  }
})

test('the reporter prints each report with print: reports, and nothing with print: nothing', async () => {
  expect(await runVitest('reports', '-t', 'is asked by a part')).toMatch(/200 requests|Req\/Sec|Requests/)
  expect(await runVitest('nothing', '-t', 'is asked by a part')).not.toContain('Load tests')
  expect(await readdir(folder)).toContain('index.html')
})

test('a run without load tests prints and writes nothing', async () => {
  expect(await runVitest('table', '-t', 'asserts nothing')).not.toContain('Load tests')
  expect(await readdir(folder)).toEqual([])
})

test('a file that cannot be written is reported in one line, and fails no test', async () => {
  await writeFile(join(folder, 'file'), '')
  const env = { REPORT_FOLDER: join(folder, 'file'), REPORT_PRINT: 'table', NO_COLOR: '1' }
  const args = ['run', '--root', root, '-t', 'responds']
  const { all, exitCode } = await execa('vitest', args, { cwd: root, env, preferLocal: true, reject: false, all: true })
  expect(all).toMatch(/^The report of the load tests could not be written: .*file/m)
  expect(exitCode).toBe(0)
})

test('an option that does not exist ends the run before any test', async () => {
  expect(await runVitest('tabel')).toContain('print: "tabel" is not one of table, reports, nothing')
})

test('of tests that run at the same time, the one that asserted is named, whichever expect it used', async () => {
  loads = 'states'
  const printed = await runVitest('table', 'at-once')
  expect(printed).toMatch(/│ at once, first .*│ 1 failed +│/)
  expect(printed).toMatch(/│ at once, second .*│ 1 passed +│/)
  expect(printed).toMatch(/│ at once, third .*│ 1 passed +│/)
  expect(printed).not.toContain('unknown')
})

test('each load test has the outcome of its tests, including a retried attempt and an unknown test', async () => {
  loads = 'states'
  const printed = await runVitest('table', 'others')
  expect(printed).toMatch(/│ before all .*│ unknown +│/)
  expect(printed).toMatch(/│ skipped .*│ 1 skipped +│/)
  expect(printed).toMatch(/│ attempt 1 .*│ 1 retried +│/)
  expect(printed).toMatch(/│ attempt 2 .*│ 1 passed +│/)
  expect(printed).toMatch(/│ too late .*│ unknown +│/)
  expect(printed).toContain('unknown: asserted outside of a test, after its end, or')
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  expect(index).toContain('fails and is made again, attempt 1')
  expect(index).toContain('a test that is not known')
})

test('results of the same name are told apart, and share the lines of their doubts', async () => {
  loads = 'states'
  const printed = await runVitest('table', 'alike')
  for (const run of [1, 2, 3]) expect(printed).toMatch(new RegExp(String.raw`│ alike, run ${run}, 127\.0\.0\.1:\d+ │`))
  expect(printed).toMatch(/^suspect alike, runs 1, 2, 3, such as run 1: the run phase lasted /m)
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('alike, run 3, 127.0.0.1:')
})
