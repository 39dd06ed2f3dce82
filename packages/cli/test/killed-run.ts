import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { sumOutcomes } from '@benchpress/core/report'
import { document, markdown, text } from '@benchpress/report'
import { execa } from 'execa'
import { expect } from 'vitest'
import { resultProblems } from '../../../test/result-schema.ts'
import { startServer } from './start-server.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))

/** What a run that was killed has left. */
export interface KilledRun {
  /** Its report folder and its stream are in this folder, as `report/` and `seconds.ndjson`. */
  readonly folder: string
  /** Requests that the server had got when it was killed. */
  readonly served: number
}

/**
 * Runs the command against a server and kills it, which it cannot notice, when the server has got a number of requests after the first checkpoint of the
 * load.
 *
 * @param isCounted whether it is the first checkpoint that has any requests, rather than the one before them
 */
export async function killRun(folder: string, after: number, isCounted = false): Promise<KilledRun> {
  const checkpoint = join(folder, 'report/checkpoint.json')
  let served = 0
  // The requests are the clock: nobody knows how many come in a second.
  let least = Infinity
  const reached = Promise.withResolvers<void>()
  const server = await startServer((_request, response) => {
    served += 1
    if (served >= least) reached.resolve()
    response.end('ok')
  })
  const args = [server.url, '-c', '4', '-d', '600', '-w', '2', '-o', 'report/', '-o', 'seconds.ndjson', '--no-progress']
  const running = execa(process.execPath, [bin, ...args], { cwd: folder, reject: false, env: { CI: '1' } })
  try {
    await expect
      .poll(async () => existsSync(checkpoint) && (!isCounted || (await startedIn(checkpoint)) > 0), { timeout: 60_000 })
      .toBe(true)
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

async function startedIn(checkpoint: string): Promise<number> {
  const { tests } = JSON.parse(await readFile(checkpoint, 'utf8')) as SuiteResult
  return tests[0]?.scenarios[0]?.counts.started ?? 0
}

/** Expects what a killed run has left to be a partial result whose counts are whole, and that can be reported. Returns the requests in it. */
export async function expectPartial({ folder, served }: KilledRun): Promise<number> {
  const suite = JSON.parse(await readFile(join(folder, 'report/checkpoint.json'), 'utf8')) as SuiteResult
  expect(resultProblems(suite)).toEqual([])
  expect(suite.command).toMatch(/^npx benchpress http:\S+ -c 4 -d 600 -w 2 -o report\/ /)
  const [test] = suite.tests
  expect(test?.interrupted).toMatchObject({ cause: 'checkpoint' })
  expect(test?.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  const { started, outcomes } = test?.scenarios[0]?.counts ?? { started: -1, outcomes: undefined }
  expect(outcomes === undefined ? undefined : sumOutcomes(outcomes)).toBe(started)
  expect(started - (outcomes?.aborted ?? 0)).toBeLessThanOrEqual(served)
  expect(text(document(suite))).toContain('its last checkpoint')
  expect(markdown(document(suite))).toContain('its last checkpoint')
  return started
}

/** The lines of its stream, each of which must be whole. */
export async function readStream({ folder }: KilledRun): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const stream = await readFile(join(folder, 'seconds.ndjson'), 'utf8')
  expect(stream.endsWith('\n')).toBe(true)
  return stream
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
