import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureEnvironment } from './capture-environment.ts'

describe('captureEnvironment', () => {
  let directory: string
  const git = async (...words: string[]): Promise<string> => (await execa('git', words, { cwd: directory })).stdout

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'environment-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  test('the environment has the versions and the machine', async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    const environment = await captureEnvironment(directory)
    expect(environment).toMatchObject({ ...pick(manifest), node: process.version, arch: process.arch, git: null })
    expect(environment.cpu.usable).toBeGreaterThan(0)
    expect(environment.cpu.usable).toBeLessThanOrEqual(environment.cpu.count)
    expect(environment.memory.free).toBeLessThanOrEqual(environment.memory.total)
    expect(new Date(environment.startedAt).toISOString()).toBe(environment.startedAt)
    expect(JSON.parse(JSON.stringify(environment))).toEqual(environment)
  })

  test('the environment has the commit of a repository, and whether files differ from it', async () => {
    await git('init', '--quiet')
    expect((await captureEnvironment(directory)).git).toBeNull()
    await writeFile(join(directory, 'file'), 'one')
    await git('add', 'file')
    await git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '-m', 'one')
    await git('tag', 'v1')
    const commit = await git('rev-parse', 'HEAD')
    expect((await captureEnvironment(directory)).git).toEqual({ commit, dirty: false })
    await writeFile(join(directory, 'file'), 'two')
    expect((await captureEnvironment(directory)).git).toEqual({ commit, dirty: true })
  })

  test('the environment is captured without a directory that git knows', async () => {
    expect((await captureEnvironment(join(directory, 'missing'))).git).toBeNull()
  })
})

function pick(manifest: unknown): { benchpress: unknown; autocannon: unknown } {
  const { version, dependencies } = manifest as { version: string; dependencies: Record<string, string> }
  return { benchpress: version, autocannon: dependencies['autocannon'] }
}
