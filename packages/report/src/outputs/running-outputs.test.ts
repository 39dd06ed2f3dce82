import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BenchpressError, type SuiteConfig } from '@benchpress/core'
import { progressFixture } from '../../test/progress-fixture.ts'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { outputFiles } from './output-file.ts'
import { RunningOutputs } from './running-outputs.ts'

const suite: SuiteConfig = { name: 'shop', tests: [{ name: 'reads', target: 'http://localhost:3000', scenarios: {} }, { scenarios: {} }] }
const nothing = { written: [], lost: [], failures: [], notes: [] }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-running-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function outputsOf(name: string): Promise<RunningOutputs> {
  await mkdir(join(folder, name), { recursive: true })
  return new RunningOutputs(outputFiles(`${name}/`, folder) ?? [], suite)
}

async function readCheckpoint(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name, 'checkpoint.json'), 'utf8'))
}

describe('a report folder', () => {
  test('has the latest checkpoint at any time, and no temporary file', async () => {
    const outputs = await outputsOf('latest')
    const done = testResult()
    const seen: unknown[] = []
    outputs.onCheckpoint?.(suiteResult([done, done]))
    await expect.poll(() => existsSync(join(folder, 'latest/checkpoint.json'))).toBe(true)
    for (let repeat = 2; repeat < 40; repeat++) {
      outputs.onCheckpoint?.(suiteResult([done, testResult({ repeat })]))
      if (repeat % 7 === 0) await new Promise(setImmediate)
      seen.push(await readCheckpoint('latest'))
    }
    for (const one of seen) expect(one).toMatchObject({ tests: [{ repeat: 1 }, {}] })
    expect(await outputs.end(suiteResult(), false)).toEqual(nothing)
    expect(await readCheckpoint('latest')).toEqual(JSON.parse(JSON.stringify(suiteResult([done, testResult({ repeat: 39 })]))))
    expect(await readdir(join(folder, 'latest'))).toEqual(['checkpoint.json'])
  })

  test('a report folder has no checkpoint any more when the results are written', async () => {
    const outputs = await outputsOf('done')
    outputs.onCheckpoint?.(suiteResult())
    await outputs.end(suiteResult(), true)
    expect(await readdir(join(folder, 'done'))).toEqual([])
  })

  test('keeps the checkpoint of a run that broke, and none of a run that could not begin', async () => {
    const broken = await outputsOf('broken')
    broken.onCheckpoint?.(suiteResult())
    await broken.fail(new Error('a mistake'))
    expect(await readCheckpoint('broken')).toMatchObject({ name: 'deserve' })
    const refused = await outputsOf('refused')
    refused.onCheckpoint?.(suiteResult())
    await refused.fail(new BenchpressError('TARGET_UNREACHABLE', 'nobody is there'))
    expect(await readdir(join(folder, 'refused'))).toEqual([])
  })

  test('a report folder has no trace of a checkpoint that could not be written', async () => {
    const outputs = await outputsOf('blocked')
    await mkdir(join(folder, 'blocked/checkpoint.json'))
    outputs.onCheckpoint?.(suiteResult())
    expect(await outputs.end(suiteResult(), false)).toEqual({
      ...nothing,
      notes: [expect.stringMatching(/checkpoint\.json could not be written/)],
    })
    expect(await readdir(join(folder, 'blocked'))).toEqual(['checkpoint.json'])
  })

  test('a file in place of a report folder does not end the run, and is reported at the end', async () => {
    const outputs = await outputsOf('gone')
    await rm(join(folder, 'gone'), { recursive: true })
    await writeFile(join(folder, 'gone'), '')
    outputs.onCheckpoint?.(suiteResult())
    expect(await outputs.end(suiteResult(), true)).toEqual({
      ...nothing,
      notes: [expect.stringMatching(/gone\/checkpoint\.json could not be written .*is a file, not a folder/)],
    })
  })
})

describe('a stream', () => {
  test('has a line for the start, for each second and message, and for the verdict', async () => {
    const outputs = new RunningOutputs(outputFiles('run.ndjson', folder) ?? [], suite)
    outputs.onProgress?.({ ...progressFixture, phase: 'setup' })
    outputs.onProgress?.({ ...progressFixture, message: 'the load runs here' })
    outputs.onProgress?.({ ...progressFixture, elapsed: 1, requests: 100, failed: 2 })
    const soFar = await readFile(join(folder, 'run.ndjson'), 'utf8')
    expect(soFar.endsWith('\n')).toBe(true)
    const { written } = await outputs.end(suiteResult(), true)
    expect(written.map(({ path }) => path)).toEqual([join(folder, 'run.ndjson')])
    const lines = (await readFile(join(folder, 'run.ndjson'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toMatchObject([
      { type: 'start', schemaVersion: 1, name: 'shop', tests: ['reads', 'shop'], variants: [], repeats: 1 },
      { type: 'phase', phase: 'setup' },
      { type: 'message', phase: 'run', message: 'the load runs here' },
      { type: 'second', phase: 'run', elapsed: 1, requests: 100, failed: 2, responseTime: { p99: expect.anything() as unknown } },
      { type: 'end', verdict: { level: 'valid' }, tests: [{ name: 'deserve', level: 'valid', interrupted: null }] },
    ])
    for (const line of lines) expect(line).toMatchObject({ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown })
  })

  test.runIf(existsSync('/dev/full'))('a stream on a full disk does not end the run, and is reported at the end', async () => {
    await symlink('/dev/full', join(folder, 'full.ndjson'))
    const outputs = new RunningOutputs(outputFiles('full.ndjson', folder) ?? [], suite)
    for (let elapsed = 1; elapsed <= 3; elapsed++) outputs.onProgress?.({ ...progressFixture, elapsed })
    expect(await outputs.end(suiteResult(), true)).toEqual({
      ...nothing,
      lost: [expect.objectContaining({ during: 'stream' })],
      failures: [expect.stringMatching(/full\.ndjson could not be written to its end: ENOSPC/)],
    })
  })

  test('a stream in a missing folder does not end the run, and is reported at the end', async () => {
    const outputs = new RunningOutputs(outputFiles('missing/run.ndjson', folder) ?? [], suite)
    outputs.onProgress?.(progressFixture)
    expect(await outputs.end(suiteResult(), true)).toEqual({
      ...nothing,
      lost: [expect.objectContaining({ during: 'stream' })],
      failures: [expect.stringMatching(/run\.ndjson could not be written to its end: ENOENT/)],
    })
  })

  test('a stream contains no secret of the config', async () => {
    const [first, second] = suite.tests
    const named = {
      ...suite,
      name: 'shop open sesame',
      tests: [{ ...first, secrets: { PIN: 'open sesame' } }, { ...second }],
    } as SuiteConfig
    const outputs = new RunningOutputs(outputFiles('secret.ndjson', folder) ?? [], named)
    outputs.onProgress?.(progressFixture)
    await outputs.end(suiteResult(), true)
    const [start = ''] = (await readFile(join(folder, 'secret.ndjson'), 'utf8')).split('\n')
    expect(JSON.parse(start)).toMatchObject({ name: 'shop [redacted]', tests: ['reads', 'shop [redacted]'] })
  })

  test('a stream for a wrong config is never created', async () => {
    const outputs = new RunningOutputs(outputFiles('wrong.ndjson', folder) ?? [], suite)
    await outputs.fail(new Error('wrong'))
    expect(existsSync(join(folder, 'wrong.ndjson'))).toBe(false)
  })
})

test('without files that are written during a run, neither checkpoints nor progress are asked for', () => {
  const outputs = new RunningOutputs(outputFiles('result.json', folder) ?? [], suite)
  expect([outputs.onCheckpoint, outputs.onProgress]).toEqual([undefined, undefined])
})
