import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Baseline } from '@benchpress/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../cli/test/captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-preset-baseline-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: readonly string[]): ReturnType<typeof call> =>
  call(['preset', 'toska:micro', '-d', '0.05', '--warmup', '0.01', '--runs', '5', '--no-progress', ...args], { cwd: folder })

/** Multiplies all times of the baseline. */
async function makeLonger(factor: number): Promise<void> {
  for (const file of globSync('benchpress-baselines/main/*/*.json', { cwd: folder })) {
    const path = join(folder, file)
    const baseline = JSON.parse(await readFile(path, 'utf8')) as Baseline
    const figures = baseline.figures.map((figure) => ({ ...figure, values: figure.values.map((value) => value && value * factor) }))
    await writeFile(path, JSON.stringify({ ...baseline, figures }))
  }
}

test('a preset is compared with its baseline: 97 without one, 0 where it is faster, 98 where it is slower', async () => {
  expect(await run('--baseline')).toMatchObject({ code: 97, stderr: expect.stringContaining('there is no baseline main') })
  const made = await run('-u')
  expect([made.code, made.stderr.match(/^benchpress: wrote benchpress-baselines\/main\/\S+\.json$/gm)]).toEqual([
    0,
    [expect.stringContaining('/javascript-store'), expect.stringContaining('/javascript-follower')],
  ])
  await makeLonger(100)
  const faster = await run('--baseline')
  expect([faster.code, faster.stderr]).toEqual([0, ''])
  expect(faster.stdout).toContain('This run is better than baseline main: ')
  await makeLonger(1e-4)
  const slower = await run('--baseline')
  expect([slower.code, slower.stdout]).toEqual([98, expect.stringContaining('This run is worse than baseline main: ')])
}, 120_000)
