import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBaselines, replaceBaselines } from '../src/compare/baseline-folder.ts'
import type { SuiteResult } from '../src/result/shape/result.ts'
import { machineOf } from '../src/compare/facts.ts'
import { measured, together } from './baseline-suite.ts'

let repository = ''
const git = async (...args: readonly string[]): Promise<string> => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  return (await execa('git', [...identity, ...args], { cwd: repository })).stdout
}
const update = (...suites: readonly SuiteResult[]): readonly string[] =>
  replaceBaselines({ folder: join(repository, 'benchpress-baselines'), name: 'main' }, [together(...suites)]).written
const commit = async (message: string): Promise<void> => {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', message)
}

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'benchpress-merge-'))
  await git('init', '--quiet', '--initial-branch', 'main')
  update(measured('bids'), measured('reads'), measured('writes'))
  await commit('baselines')
})
afterAll(() => rm(repository, { recursive: true }))

test('two branches that update different tests merge without a conflict', async () => {
  await git('switch', '--quiet', '--create', 'faster-bids')
  const [bids = ''] = update(measured('bids', 2000, 5))
  await commit('bids are faster')
  await git('switch', '--quiet', '--create', 'faster-reads', 'main')
  update(measured('reads', 3000, 3))
  await commit('reads are faster')
  await git('merge', '--quiet', '--message', 'both', 'faster-bids')
  expect(await git('status', '--porcelain')).toBe('')
  const { tests } = readBaselines(join(repository, 'benchpress-baselines'), 'main', machineOf(measured('bids').environment))
  const throughput = tests.map(({ test: name, figures }) => [
    name,
    Math.round(figures.find(({ metric }) => metric === 'throughput')?.values[2] ?? 0),
  ])
  expect(Object.fromEntries(throughput)).toEqual({ bids: 1998, reads: 2997, writes: 999 })
  expect(await git('log', '--oneline', '--', relative(repository, bids))).toMatch(/bids are faster/)
})

test('two branches that update the same test conflict, and reading the baseline reports that', async () => {
  await git('switch', '--quiet', '--create', 'one', 'main')
  const [writes = ''] = update(measured('writes', 1500, 8))
  await commit('one')
  await git('switch', '--quiet', '--create', 'other', 'main')
  update(measured('writes', 500, 30))
  await commit('other')
  await expect(git('merge', '--quiet', 'one')).rejects.toThrow(/CONFLICT/)
  expect(await readFile(writes, 'utf8')).toContain('<<<<<<<')
  const read = (): unknown => readBaselines(join(repository, 'benchpress-baselines'), 'main', machineOf(measured('bids').environment))
  expect(read).toThrow(/writes\.json is no baseline: it has two sides of a merge; take one of them, or measure anew/)
  await git('checkout', '--quiet', '--theirs', relative(repository, writes))
  expect(read).not.toThrow()
})
