import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './captured-io.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-init-'))
})

afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['in an empty folder', undefined, 'mts'],
  ['where package.json says commonjs, as npm init writes it', '{ "type": "commonjs" }', 'mts'],
  ['where package.json says module', '{ "type": "module" }', 'ts'],
])('%s, init writes files that plan and run as they are', async (name, manifest, extension) => {
  const cwd = join(folder, name.replaceAll(/\W+/g, '-'))
  await mkdir(cwd)
  if (manifest !== undefined) await writeFile(join(cwd, 'package.json'), manifest)
  const written = await call(['init', 'load'], { cwd })
  expect(written).toEqual({
    code: 0,
    stderr: '',
    stdout: `Written:
  load/benchpress.config.${extension}
  load/visit.journey.${extension}
  load/server.mjs

Next:
  cd load
  node ${bin} plan
  node ${bin} run
`,
  })
  const planned = await benchpress(['plan'], join(cwd, 'load'))
  expect(planned).toMatchObject({ exitCode: 0, stderr: '' })
  expect(planned.stdout).toContain('1 user rising to 10 users')

  const { exitCode, stdout, stderr } = await benchpress(['run', '-d', '1', '--json', '--no-progress'], join(cwd, 'load'))
  expect([exitCode, stderr]).toEqual([0, ''])
  const suite: SuiteResult = JSON.parse(stdout)
  expect(invalidReasons(suite.verdict.reasons)).toEqual([])
  const [ran] = suite.tests
  expect(ran?.scenarios.map(({ endpoints }) => endpoints.map((endpoint) => endpoint.name).toSorted())).toEqual([
    ['GET /items', 'GET /items/{id}', 'POST /items/{id}/buy'],
    ['GET /items'],
  ])
  const { thresholds = [] } = ran ?? {}
  expect(thresholds).toHaveLength(3)
  expect(thresholds.filter(({ passed }) => !passed)).toEqual([])
})

test('init names the command as npx finds it, where it is installed', async () => {
  const cwd = join(folder, 'installed')
  await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true })
  await writeFile(join(cwd, 'node_modules/.bin/benchpress'), '')
  const { stdout } = await call(['init'], { cwd })
  expect(stdout).toContain('Next:\n  npx benchpress plan\n  npx benchpress run\n')
})

test('writes nothing at all where a file would be overwritten, unless it is forced to', async () => {
  const cwd = join(folder, 'kept')
  await mkdir(cwd)
  await writeFile(join(cwd, 'server.mjs'), 'mine')
  const { code, stdout, stderr } = await call(['init'], { cwd })
  expect(stderr).toBe(
    `benchpress: nothing was written: server.mjs in ${cwd} would be overwritten\n  Name another folder, or give --force.\n`,
  )
  expect([code, stdout, await readdir(cwd)]).toEqual([2, '', ['server.mjs']])
  expect((await call(['init', '--force'], { cwd })).code).toBe(0)
  expect(await readFile(join(cwd, 'server.mjs'), 'utf8')).not.toBe('mine')
})

test('refuses a folder that cannot be made or written to, by its path, with exit code 2', { timeout: 20_000 }, async () => {
  const cwd = join(folder, 'refused')
  await mkdir(join(cwd, 'taken/server.mjs'), { recursive: true })
  await writeFile(join(cwd, 'file'), '')
  for (const [named, reason] of [
    ['file', 'file cannot be written: it is a file, not a folder'],
    ['file/below', `file/below cannot be written: ${join(cwd, 'file')} is a file, not a folder`],
    ['taken', 'taken/server.mjs cannot be written: EISDIR: illegal operation on a directory'],
  ] as const) {
    const { code, stdout, stderr } = await call(['init', named, '--force'], { cwd })
    expect(stderr).toBe(`benchpress: ${join(cwd, reason)}\n  Name another folder.\n`)
    expect([code, stdout]).toEqual([2, ''])
  }
})

test.runIf(existsSync('/proc/self'))('refuses a folder whose parent accepts none', { timeout: 20_000 }, async () => {
  const { code, stderr } = await call(['init', '/proc/none/below'])
  expect([code, stderr]).toEqual([
    2,
    'benchpress: /proc/none/below cannot be written: ENOENT: no such file or directory\n  Name another folder.\n',
  ])
})

test('refuses a folder whose package.json, which decides the names of files, cannot be read', async () => {
  const cwd = join(folder, 'broken')
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), '{ "type": ')
  const { code, stderr } = await call(['init'], { cwd })
  expect(stderr).toMatch(/^benchpress: \/.*\/broken\/package\.json cannot be read: .*JSON.*\n {2}Correct it, or name another folder\.\n$/)
  expect([code, await readdir(cwd)]).toEqual([2, ['package.json']])
})

// The return type is execa's, which follows its options.
function benchpress(args: readonly string[], cwd: string) {
  return execa(process.execPath, [bin, ...args], { reject: false, cwd, env: { CI: '1' }, timeout: 100_000, stdin: 'ignore' })
}
