import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const reads = { name: 'reads', scenarios: { reads: { request: {}, workload: { connections: 1, requests: 20 } } } }
let one: StartedServer
let other: StartedServer
let gone = ''
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-suite-'))
  one = await startServer((_request, response) => void response.end('one'))
  other = await startServer((_request, response) => void response.end('other'))
  gone = await addressOfNobody()
})

afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await rm(folder, { recursive: true })
})

async function write(suite: object): Promise<string> {
  const path = join(folder, 'suite.json')
  await writeFile(path, JSON.stringify({ name: 'shop', tests: [reads], ...suite }))
  return path
}

test('a config file may be a suite, whose variants are run by turns and compared', async () => {
  const path = await write({ variants: { one: one.url, other: other.url } })
  const { code, stdout } = await call(['run', path, '--runs', '2', '-o', join(folder, 'result.json')])
  expectDone(code, stdout)
  expect(stdout).toContain('one and other: geometric mean (lowest to highest) of the runs')
  const result: SuiteResult = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))
  expect(result.name).toBe('shop')
  expect(result.tests.map(({ variant, repeat }) => `${variant} ${repeat}`)).toEqual(['one 1', 'other 1', 'other 2', 'one 2'])
})

test('a variant that does not respond is n/a and makes the result invalid; the target failed where no variant responds', async () => {
  const half = await call(['run', await write({ variants: { one: one.url, gone } }), '--full'])
  expect([half.code, half.stdout.includes('n/a: the run is invalid, and sent nothing: nothing is listening at')]).toEqual([97, true])
  const none = await call(['run', await write({ variants: { gone, away: gone } }), '--full'])
  expect([none.code, none.stdout.includes('n/a: the run is invalid, and sent nothing: nothing is listening at')]).toEqual([96, true])
})

test('--url replaces the variants', async () => {
  const { code, stdout } = await call(['run', await write({ variants: { gone } }), '--url', one.url, '--json'])
  const result: SuiteResult = JSON.parse(stdout)
  expectDone(code, stdout)
  expect(result.tests.map(({ variant }) => variant)).toEqual(['default'])
})

test('a plan names the variants, the order of runs and the rest between them', async () => {
  const { code, stdout } = await call(['plan', await write({ variants: { one: one.url, other: other.url }, repeats: 3, pause: '2s' })])
  expect(code).toBe(0)
  expect(stdout).toContain(
    `  variants, each started for its run and stopped after it:\n    one: ${one.url}\n    other: ${other.url}\n  order of runs: one, other, other, one, and so on\n`,
  )
  expect(stdout).toContain('  rest between two runs: 2s\n')
})

test.each([
  [{ variants: {} }, 'variants: must have at least one variant'],
  [{ variants: { one: 'http://localhost:1' }, repeat: 2 }, 'unknown key "repeat"; did you mean "repeats"?'],
  [{ tests: 5, target: 'http://localhost:1' }, 'tests must be a list of objects'],
  [{ tests: [null] }, 'tests must be a list of objects'],
])('%j is refused', async (changes, message) => {
  const { code, stderr } = await call(['run', await write(changes)])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
