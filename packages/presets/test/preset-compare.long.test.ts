import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { call } from '../../cli/test/captured-io.ts'
import { codeOf, expectRight, runPreset, startHypha, type Program, type RanPreset } from './preset-programs.ts'
import { RestartingFront } from './restarting-front.ts'

const small = ['--scale', '0.01', '--mode', 'batch']

async function start({ onTestFinished }: TestContext, breakage?: 'arguments'): Promise<Program> {
  const program = await startHypha(breakage)
  onTestFinished(() => program.close())
  return program
}

async function compare(single: Program, cluster: readonly Program[]): Promise<RanPreset> {
  const urls = cluster.map(({ url }) => url).join(',')
  return await runPreset({ preset: 'hypha:compare', flags: [...small, '--url', `cluster=${urls}`] }, `single=${single.url}`)
}

// Tests run concurrently: each has servers of its own, and is judged only by its counts.
test.concurrent('hypha:compare against a correct single instance and cluster has only right responses, and no absence', async (context) => {
  const ran = await compare(await start(context), [await start(context), await start(context)])
  expectRight(ran)
  expect(ran.tests.filter(({ variant }) => variant === 'single')).toHaveLength(25)
  expect(ran.tests.filter(({ variant }) => variant === 'cluster')).toHaveLength(25)
})

test.concurrent('hypha:compare of a single instance that responds 200 with wrong bodies has invalid runs, and the other side does not win', async (context) => {
  const [single, cluster] = [await start(context, 'arguments'), await start(context)]
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-compare-'))
  const flags = [
    ...small,
    '-w',
    '0',
    '--url',
    `single=${single.url}`,
    '--url',
    `cluster=${cluster.url}`,
    '--no-progress',
    '-o',
    `${folder}/`,
  ]
  const { code, stdout } = await call(['preset', 'hypha:compare', ...flags])
  expect(await readdir(folder)).toContain('index.html')
  const { tests } = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as Pick<RanPreset, 'tests'>
  await rm(folder, { recursive: true })
  expect(code).toBe(97)
  const wrong = tests.filter(({ verdict }) => verdict.reasons.some(({ rule }) => rule === 'no-success'))
  expect(new Set(wrong.map(({ variant }) => variant))).toEqual(new Set(['single']))
  expect(stdout).toMatch(/^\? [^✓✗]*Average\s+Throughput:\s+Single/m)
  expect(stdout).toContain(`invalid no-success, ${wrong.length} runs, such as run 1 of `)
})

test.concurrent('hypha:compare with a single instance that is restarted in the middle does not report the cluster as away', async (context) => {
  const [program, one, other] = [await start(context), await start(context), await start(context)]
  const front = await RestartingFront.start(program.url, 1900)
  context.onTestFinished(() => front.close())
  const { code, tests } = await compare(front, [one, other])
  expect([code, front.restarts]).toEqual([codeOf(tests), 1])
  const away = tests.filter(({ absences }) => absences.length > 0)
  expect(away.map(({ variant, absences }) => [variant, absences.length])).toEqual([['single', 1]])
  const told = away.flatMap(({ verdict }) => verdict.reasons).filter(({ rule }) => rule === 'target-away')
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/^the target was away from -?[\d.]+ s to [\d.]+ s: \S/)])
})
