import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { sumOutcomes } from '@benchpress/core/report'
import { document, markdown } from '@benchpress/report'
import { execa } from 'execa'
import { expect } from 'vitest'
import { resultProblems } from '../../../test/result-schema.ts'
import { call } from './captured-io.ts'
import { startServer } from './start-server.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))

/** The files that a killed run has left. */
export interface KilledRun {
  /** The folder of the report and the stream, as `report/` and `seconds.ndjson`. */
  readonly folder: string
  /** The number of requests at the server when the run was killed. */
  readonly served: number
}

/** Runs that can be killed: of connections, of the users and the journey of `benchpress init`, and of the second of several repeats. */
export type KilledKind = 'connections' | 'journey' | 'repeats'

const connections = ['-c', '4', '-w', '2']
const argumentsOf: Readonly<Record<KilledKind, (url: string) => readonly string[]>> = {
  connections: (url) => [url, ...connections, '-d', '600'],
  journey: (url) => ['run', '--url', url, '-d', '600'],
  repeats: (url) => [url, ...connections, '-d', '3', '--runs', '3'],
}

/**
 * Runs the command against a server and kills it with SIGKILL a number of requests after the first checkpoint of the load; with repeats, after the first
 * checkpoint of the second one.
 *
 * @param isCounted whether to wait for the first checkpoint with requests, rather than the one before any request
 */
export async function killRun(folder: string, after: number, isCounted = false, kind: KilledKind = 'connections'): Promise<KilledRun> {
  const checkpoint = join(folder, 'report/checkpoint.json')
  let served = 0
  // The requests are the clock, since their rate is unknown.
  let least = Infinity
  const reached = Promise.withResolvers<void>()
  const server = await startServer(({ method }, response) => {
    served += 1
    if (served >= least) reached.resolve()
    // As the shop of `init` does.
    response.writeHead(method === 'POST' ? 201 : 200).end('[{ "id": "1", "bought": "lamp" }]')
  })
  if (kind === 'journey') await call(['init'], { cwd: folder })
  const args = [...argumentsOf[kind](server.url), '-o', 'report/', '-o', 'seconds.ndjson', '--no-progress']
  const running = execa(process.execPath, [bin, ...args], { cwd: folder, reject: false, env: { CI: '1' } })
  try {
    await expect.poll(async () => existsSync(checkpoint) && (await isReached(checkpoint, isCounted, kind)), { timeout: 60_000 }).toBe(true)
    least = served + after
    await Promise.race([reached.promise, running])
    running.kill('SIGKILL')
    const { signal } = await running
    expect(signal).toBe('SIGKILL')
    return { folder, served }
  } finally {
    running.kill('SIGKILL')
    await server.close()
  }
}

async function isReached(checkpoint: string, isCounted: boolean, kind: KilledKind): Promise<boolean> {
  const { tests } = JSON.parse(await readFile(checkpoint, 'utf8')) as SuiteResult
  if (kind === 'repeats') return tests.length > 1
  return !isCounted || countsOf(tests).some(({ started }) => started > 0)
}

function countsOf(tests: SuiteResult['tests']): readonly SuiteResult['tests'][number]['scenarios'][number]['counts'][] {
  return tests.flatMap(({ scenarios }) => scenarios.map(({ counts }) => counts))
}

/**
 * Expects a killed run to have left a partial result with consistent counts, which another process can report; repeats before the last one must be complete.
 * Returns the number of requests in the result.
 */
export async function expectPartial({ folder, served }: KilledRun, kind: KilledKind = 'connections'): Promise<number> {
  const suite = JSON.parse(await readFile(join(folder, 'report/checkpoint.json'), 'utf8')) as SuiteResult
  const { tests } = suite
  expect(resultProblems(suite)).toEqual([])
  expect(suite.command).toMatch(/^npx benchpress .*http:\S+ .* -o report\/ /)
  expect(tests.map(({ repeat }) => repeat)).toEqual(tests.map((_test, index) => index + 1))
  expect(tests.length).toBeGreaterThan(kind === 'repeats' ? 1 : 0)
  expect(tests.map(({ interrupted }) => interrupted?.cause)).toEqual([...tests.slice(1).map(() => undefined), 'checkpoint'])
  expect(tests.flatMap(({ verdict }) => verdict.reasons).filter(({ rule }) => rule === 'identity')).toEqual([])
  const counts = countsOf(tests)
  expect(counts.length).toBeGreaterThan(0)
  expect(counts.map(({ outcomes }) => sumOutcomes(outcomes))).toEqual(counts.map(({ started }) => started))
  const arrived = counts.reduce((sum, { started, outcomes }) => sum + started - outcomes.aborted, 0)
  expect(arrived).toBeLessThanOrEqual(served)
  const { exitCode, stdout, stderr } = await execa(process.execPath, [bin, 'report', 'report/'], { cwd: folder, reject: false })
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain('its last checkpoint')
  expect(markdown(document(suite))).toContain('its last checkpoint')
  return counts.reduce((sum, { started }) => sum + started, 0)
}

/** Reads the stream of a killed run, each line of which must be complete. */
export async function readStream({ folder }: KilledRun): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const stream = await readFile(join(folder, 'seconds.ndjson'), 'utf8')
  expect(stream.endsWith('\n')).toBe(true)
  return stream
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
