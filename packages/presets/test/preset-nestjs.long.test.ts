import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrokenAuctions } from './broken-auctions.ts'
import { call } from '../../cli/test/captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-nestjs-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('preset nestjs against the service that comes with it', () => {
  test('writes an index and the pages that docs/reports.md names', async () => {
    const { pages, suite } = await run('nestjs', ['--scale', '0.1', '-d', '1s', '--seed', '3'])
    const page = await readFile(new URL('../../../docs/reports.md', import.meta.url), 'utf8')
    expect(pages).toEqual(Array.from(page.matchAll(/\breports\/([\w-]+\.html)(?=\s)/g), ([, file = '']) => file).toSorted())
    expect(new Set(suite.tests.map(({ name, variant }) => `${name} ${variant}`)).size).toBe(6)
  })

  test('has as many users as planned on both variants, accepts their deposits and bids, and compares the variants', async () => {
    // With this seed no user is a reader, which takes 10.5 s.
    const { stdout, suite, tables, pages } = await run('nestjs:load', ['--scale', '0.1', '-d', '1s', '--seed', '3'])
    expect(pages).toEqual(['index.html', 'multi-core-load-test.html', 'single-core-load-test.html'])
    expect(suite.tests.map(({ variant, scenarios }) => [variant, scenarios[0]?.users?.created, scenarios[0]?.users?.completed])).toEqual([
      ['single-core', 3, 3],
      ['multi-core', 3, 3],
    ])
    expect(tables['HTTP Load Test']).toMatchObject({
      'VUs Completed': { 'Single-Core': [3], 'Multi-Core': [3] },
      'VUs Failed': { 'Single-Core': [0], 'Multi-Core': [0] },
      'Bids accepted': { 'Single-Core': [1], 'Multi-Core': [1] },
      'Deposits accepted': { 'Single-Core': [1], 'Multi-Core': [1] },
    })
    expect(stdout).toContain('run alone:  load, journeys over HTTP: deposits, bids, leaderboards\n')
    expect(stdout).toContain('changed from the documented test: scale 1 -> 0.1, duration 2m20s (1m30s for max) -> 1s\n')
  })
})

test('preset nestjs:max reads 120 times for each user, on any target with these endpoints', async () => {
  const server = await startBrokenAuctions()
  const { suite, tables } = await run('nestjs:max', ['--scale', '0.02', '-d', '1s', '--url', server.url])
  await server.close()
  expect(
    suite.tests.map(({ name, variant, scenarios }) => [name, variant, scenarios[0]?.users?.created, scenarios[0]?.counts.outcomes.ok]),
  ).toEqual([['max', 'default', 4, 480]])
  expect(tables['HTTP Max Throughput Test']).toMatchObject({
    'VUs Completed': { 'One target': [4] },
    'Successful Reads': { 'One target': [120] },
  })
})

test('preset nestjs against one target has no claim to decide, and is invalid where every bid was refused', async () => {
  const refused = [201, { success: false, error: 'Insufficient balance. Need 500, have 0' }] as const
  const server = await startBrokenAuctions({ 'POST /api/auctions/{id}/bid': refused, 'GET /api/users/balance': [200, {}] })
  const { suite, tables, claims } = await run('nestjs:load', ['--scale', '0.1', '-d', '1s', '--seed', '3', '--url', server.url])
  await server.close()
  expect(claims).toEqual([])
  expect(suite.tests[0]?.verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'checks-failed', level: 'invalid' }))
  expect(tables['HTTP Load Test']).toMatchObject({ 'Bids accepted': { 'One target': [0] } })
  expect(suite.tests[0]?.metrics['bids_refused']).toMatchObject({ by: { series: [{ name: 'Insufficient balance. Need n, have n' }] } })
})

describe('the flags of preset nestjs', () => {
  test.each([
    [['nestjs', '-c', '5'], '--connections: users share a pool of 100 or 300 connections, as documented\n  Give --scale for fewer users.'],
    [
      ['nestjs', '-r', '5/s'],
      '--rate: users arrive in phases, and each does one journey\n  Give --scale, which multiplies the rates of all phases.',
    ],
    [['nestjs', '--users', '5'], '--users: users arrive in phases'],
    [['nestjs', '-n', '5'], '--requests: users arrive in phases'],
    [['nestjs', '-p', '5'], '--pipelining: a user has one request at a time'],
    [['nestjs', '-W', '5'], '--warmup: the first phase is the warm-up'],
    [['nestjs', '--sweep', 'users=1,2'], '--sweep: users arrive in phases'],
    [['nestjs', '-D', '5'], '--reconnect-after: users share connections'],
    [['nestjs', '-m', 'GET'], '--method: the requests are those of the preset'],
    [['nestjs', '--profile', 'smok'], '--profile smok: must be "smoke", "load", "stress" or "soak"\n  Did you mean "smoke"?'],
    [['nestjs:max', '--profile', 'smoke'], '--profile smoke: the maximum test has no profiles'],
    [['nestjs:lod'], 'preset nestjs has no part "lod"\n  Did you mean "load"?'],
    [['nestjs', '--url', 'http://127.0.0.1:1/api'], 'URL: the paths are those of the preset\n  Give it without a path'],
    [['nestjs:load', '--scale', '0.0001', '-d', '1s'], '--duration and --scale: plans less than one iteration'],
    [['deserve', '--profile', 'smoke'], '--profile: preset deserve has no such flag\n  It belongs to preset nestjs.'],
  ])('%j is refused with a reason', async (args, message) => {
    const { code, stdout, stderr } = await call(['preset', ...args])
    expect(stderr).toContain(`benchpress: ${message}`)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('benchpress presets lists the parts of preset nestjs', async () => {
    const { stdout } = await call(['presets'])
    expect(stdout).toContain('  nestjs:load  journeys over HTTP: deposits, bids, leaderboards\n  nestjs:websocket  ')
  })
})

interface Ran {
  readonly stdout: string
  /** Names of the pages in the report folder. */
  readonly pages: readonly string[]
  readonly suite: SuiteResult
  /** The measured figures by table, row and column. */
  readonly tables: Readonly<Record<string, unknown>>
  readonly claims: readonly unknown[]
}

interface PresetFile {
  readonly documented: readonly {
    readonly title: string
    readonly rows: readonly { readonly name: string; readonly measured: unknown }[]
  }[]
  readonly claims: readonly unknown[]
}

async function run(name: string, args: readonly string[]): Promise<Ran> {
  const path = join(folder, `${crypto.randomUUID()}/`)
  const { stdout, stderr } = await call(['preset', name, '--no-progress', '--full', ...args, '-o', path])
  if (stdout === '') throw new Error(stderr)
  const read = async <Value>(file: string): Promise<Value> => JSON.parse(await readFile(join(path, file), 'utf8')) as Value
  const { documented, claims } = await read<PresetFile>('preset.json')
  return {
    stdout,
    pages: (await readdir(path)).filter((file) => file.endsWith('.html')).toSorted(),
    suite: await read<SuiteResult>('result.json'),
    tables: Object.fromEntries(
      documented.map(({ title, rows }) => [title, Object.fromEntries(rows.map((row) => [row.name, row.measured]))]),
    ),
    claims,
  }
}
