import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suiteResult } from '../../../../report/test/suite-fixture.ts'
import { toskaEnvironment } from './toska-files.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-branch-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

const suite = suiteResult([])
const committed: SuiteResult = { ...suite, environment: { ...suite.environment, git: { commit: 'a'.repeat(40), dirty: true } } }

test('the environment names the commit with its branch, where there is one', async () => {
  const git = (...words: string[]): Promise<unknown> =>
    execa('git', ['-c', 'user.name=Some', '-c', 'user.email=some@example.com', ...words], { cwd: folder })
  expect(toskaEnvironment(committed, folder)).toMatchObject({ git: { sha: 'a'.repeat(40), branch: null, dirty: true } })
  await git('init', '--quiet', '--initial-branch', 'load-tests')
  await git('commit', '--quiet', '--allow-empty', '--message', 'first')
  expect(toskaEnvironment(committed, folder)).toMatchObject({ git: { branch: 'load-tests' } })
  await git('checkout', '--quiet', '--detach')
  expect(toskaEnvironment(committed, folder)).toMatchObject({ git: { branch: null } })
})

test('the environment names the machine in the fields of the published one', () => {
  expect(toskaEnvironment(suite, folder)).toMatchObject({
    git: null,
    os: { type: process.platform, uname: expect.stringContaining(release()) },
    cpu: { cores: expect.any(Number) },
    hostname: hostname(),
  })
})
