import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const cwd = fileURLToPath(new URL('../../../examples/preset-shop/src', import.meta.url))
const asked: string[] = []
let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-others-'))
  server = await startServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.end('[{"id":0,"price":10}]')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('the preset of a file is run against a URL, with its own flag, part and section', async () => {
  const args = ['--url', server.url, '--page-size', '5', '-n', '40', '-c', '2', '-w', '0', '-o', `${folder}/`]
  const { code, stdout } = await call(['preset', './shop.preset.ts:reads', ...args], { cwd })
  expectDone(code, stdout)
  expect(new Set(asked)).toEqual(new Set(['GET /items', 'GET /items?size=5']))
  expect(asked).toHaveLength(41)
  expect(stdout).toContain('reads: documented and measured')
  expect(stdout).toContain('documented: 1 run by wrk on a laptop with 8 cores; https://example.com/how-fast-is-our-shop')
  expect(stdout).toContain('path /items?size=20 -> /items?size=5')
  expect(stdout).toContain('What an order costs\ndocumented: 2.43 lists\nmeasured:   nothing, without both parts\n')
  expect(JSON.parse(await readFile(join(folder, 'preset.json'), 'utf8'))).toMatchObject({
    name: 'shop',
    part: 'reads',
    documented: { tool: 'wrk' },
  })
})

test('a part that a reader gives a title has its figures beside the published ones', async () => {
  const { code, stdout } = await call(['preset', './shop.preset.ts:reads', '--url', server.url, '-T', 'quick', '-n', '40', '-c', '2'], {
    cwd,
  })
  expectDone(code, stdout)
  expect(stdout).toContain('reads: documented and measured')
})

test('its help has its flags and parts, and not those of other presets', async () => {
  const { code, stdout } = await call(['preset', './shop.preset.ts', '--help'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain('A shop: lists of items and orders')
  expect(stdout).toMatch(/Preset shop alone:\n\s+--page-size <count>\s+items of a list \(default: the documented 20\)/)
  expect(stdout).toContain('  ./shop.preset.ts:reads  lists of items\n  ./shop.preset.ts:orders orders of one item\n')
  expect(stdout).not.toContain('--subscribers')
})

test.each([
  [['./shop.preset.ts:returns'], 'benchpress: preset ./shop.preset.ts has no part "returns"\n  Known are reads, orders.\n'],
  [['./shop.preset.ts', '--subscribers', '5'], "benchpress: unknown option '--subscribers'\n"],
  [['./shop.preset.ts', '--page-size', 'x'], 'benchpress: --page-size x: must be a whole number of at least 1\n'],
  [['./shop.prest.ts'], `benchpress: there is no file ./shop.prest.ts in ${cwd}\n  Did you mean "shop.preset.ts"?\n`],
])('%j is refused with exit code 2, before anything is sent', async (args, message) => {
  const { code, stdout, stderr } = await call(['preset', ...args], { cwd })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})
