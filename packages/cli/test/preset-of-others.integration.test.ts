import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InterruptedError } from '../src/command-io.ts'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const cwd = fileURLToPath(new URL('../../../examples/preset-shop/src', import.meta.url))
const asked: string[] = []
let server: StartedServer
let folder = ''
let onRequest = (): void => undefined

const thrower = `const workload = { connections: 1, requests: 5 }
export default {
  name: 'thrower',
  title: 'A preset that expects two tests',
  source: { url: 'https://example.com', tool: 'wrk', machine: 'a laptop' },
  url: 'http://localhost:3000',
  suite: ({ path }) => ({ name: 'thrower', tests: [{ name: 'reads', scenarios: { reads: { request: { path }, workload } } }] }),
  sections: (suite) => [{ title: suite.tests[1].name, parts: [] }],
}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-others-'))
  server = await startServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    onRequest()
    response.end('[{"id":0,"price":10}]')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('a preset in a file is run against a URL, with its own flag, part and section', async () => {
  const args = ['--url', server.url, '--page-size', '5', '-n', '40', '-c', '2', '-w', '0', '-o', `${folder}/`]
  const { code, stdout } = await call(['preset', './shop.preset.ts:reads', ...args], { cwd })
  expectDone(code, stdout)
  expect(new Set(asked)).toEqual(new Set(['GET /items', 'GET /items?size=5']))
  expect(asked).toHaveLength(41)
  expect(stdout).toContain('documented: 1 run by wrk on a laptop with 8 cores; https://example.com/how-fast-is-our-shop')
  expect(stdout).toContain('page size 20 -> 5')
  expect(stdout).toContain('n/a: it was not run: orders')
  expect(JSON.parse(await readFile(join(folder, 'preset.json'), 'utf8'))).toMatchObject({
    name: 'shop',
    part: 'reads',
    source: { tool: 'wrk' },
    documented: [
      {
        rows: [
          { name: 'reads', documented: { 'Requests/s': 12_400 } },
          { name: 'orders', missing: 'it was not run' },
        ],
      },
    ],
    claims: [{ holds: 'unknown' }],
  })
})

test('a part with another title still has the published figures beside its own', async () => {
  const { code, stdout } = await call(['preset', './shop.preset.ts:reads', '--url', server.url, '-T', 'quick', '-n', '40', '-c', '2'], {
    cwd,
  })
  expectDone(code, stdout)
  expect(stdout).toMatch(/reads +│ documented +│ 12,400/)
})

test.each([
  ['ends by itself', '5', 1],
  ['is interrupted', '1m', 130],
])('a run that %s is not lost where the sections of its preset cannot be had', async (_how, requests, exitCode) => {
  await writeFile(join(folder, 'thrower.mjs'), thrower)
  const interruption = new AbortController()
  onRequest = () => {
    if (exitCode === 130) interruption.abort(new InterruptedError('SIGINT'))
  }
  const args = ['preset', './thrower.mjs', '--url', server.url, '-n', requests, '-o', `${folder}/thrower/`]
  const { code, stdout, stderr } = await call(args, { cwd: folder, signal: interruption.signal })
  expect(code).toBe(exitCode)
  expect(stdout).toContain('Verdict: ')
  expect(stderr).toMatch(
    /^benchpress: preset \.\/thrower\.mjs: sections\(\) failed: Cannot read properties of undefined .*\n {2}at .*thrower\.mjs:\d+/m,
  )
  expect(stderr).not.toMatch(/fault of benchpress|could not be written/)
  expect(await readFile(join(folder, 'thrower/report.md'), 'utf8')).toContain('Verdict')
})

test.each([
  ['preset', './shop.preset.ts', '--help'],
  ['help', 'preset', './shop.preset.ts'],
])('the help of a preset in a file, by %s %s %s, has its flags and parts, and not those of other presets', async (...args) => {
  const { code, stdout } = await call(args, { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain('A shop: lists of items and orders')
  expect(stdout).toMatch(/Preset shop alone:\n\s+--page-size <count>\s+items of a list \(default: the documented 20\)/)
  expect(stdout).toContain('  ./shop.preset.ts:reads  lists of items\n  ./shop.preset.ts:orders orders of one item\n')
  expect(stdout).not.toContain('--subscribers')
})

test.each([
  [['./shop.preset.ts:returns'], 'benchpress: preset ./shop.preset.ts has no part "returns"\n  Known are reads, orders.\n'],
  [['./shop.preset.ts', '--subscribers', '5'], "benchpress: unknown option '--subscribers'\n"],
  [['./shop.preset.ts', '--page-size', 'x'], 'benchpress: --page-size x: must be a number\n'],
  [['./shop.prest.ts'], `benchpress: there is no file ./shop.prest.ts in ${cwd}\n  Did you mean "./shop.preset.ts"?\n`],
])('%j is refused with exit code 2, before anything is sent', async (args, message) => {
  const { code, stdout, stderr } = await call(['preset', ...args], { cwd })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})
