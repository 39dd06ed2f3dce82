import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../src/result/shape/result.ts'
import { measured } from '../baseline-suite.ts'

const matchers = fileURLToPath(new URL('../../src/vitest/index.ts', import.meta.url))
const vitest = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')))
let folder = ''

/** Runs one load test, whose result is given, by a Vitest of its own. */
async function runTest(
  result: SuiteResult,
  ...flags: readonly string[]
): Promise<{ readonly code: number | undefined; readonly output: string }> {
  await writeFile(join(folder, 'load', 'result.json'), JSON.stringify(result))
  const { exitCode, all } = await execa(process.execPath, [vitest, 'run', '--root', folder, '--globals', '--no-color', ...flags], {
    reject: false,
    all: true,
    cwd: folder,
    env: { CI: '', GITHUB_ACTIONS: '', VITEST: '' },
  })
  return { code: exitCode, output: all }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-vitest-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'load'))
  await writeFile(
    join(folder, 'load', 'bids.test.ts'),
    `import ${JSON.stringify(matchers)}
import { readFileSync } from 'node:fs'
test('bids', () => {
  const result = JSON.parse(readFileSync(new URL('./result.json', import.meta.url), 'utf8'))
  expect(result).toMatchBaseline('bids')
})
`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('toMatchBaseline writes a baseline with -u alone, beside the test file, and compares with it from then on', async () => {
  const first = await runTest(measured('shop'))
  expect([first.code, first.output]).toEqual([1, expect.stringContaining('there is no baseline bids')])
  expect(await readdir(join(folder, 'load'))).not.toContain('benchpress-baselines')

  const updated = await runTest(measured('shop'), '-u')
  expect(updated.code, updated.output).toBe(0)
  expect(await readdir(join(folder, 'load', 'benchpress-baselines'))).toEqual(['bids'])

  const slower = await runTest(measured('shop', 1000, 12))
  expect([slower.code, slower.output]).toEqual([
    1,
    expect.stringContaining('the results are worse than baseline bids, with a tolerance of 5 %'),
  ])

  const taken = await runTest(measured('shop', 1000, 12), '-u')
  expect(taken.code, taken.output).toBe(0)
  const same = await runTest(measured('shop', 1000, 12))
  expect(same.code, same.output).toBe(0)
})

test('the first of two tests that share a baseline is not compared with that of the other', async () => {
  const matched = `test('sales', () => {
  const result = JSON.parse(readFileSync(new URL('./result.json', import.meta.url), 'utf8'))
  expect(result).toMatchBaseline('bids')
})
`
  const bids = join(folder, 'load', 'bids.test.ts')
  await writeFile(bids, `${await readFile(bids, 'utf8')}${matched}`)
  const updated = await runTest(measured('shop'), '-u')
  expect(updated.code, updated.output).toBe(0)
  const { code, output } = await runTest(measured('shop'))
  expect(code).toBe(1)
  expect(
    output.match(/its baseline was made by the test "bids\.test\.ts > sales", and is not that of "bids\.test\.ts > bids"/),
  ).not.toBeNull()
  expect(output).toContain('1 failed | 1 passed')
})
