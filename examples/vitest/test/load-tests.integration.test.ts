import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTestsConfig, readLoadTests } from '../../../test/load-test-failures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-load-tests-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

// The load tests need a machine on which a run can be valid. On a machine that is too busy, that must be their only failure.
test('the load tests pass, or fail only because the machine was too busy', async () => {
  const path = join(folder, 'report.json')
  const args = [
    'run',
    '--config',
    loadTestsConfig,
    '--root',
    root,
    '--dir',
    'load',
    '--testTimeout',
    '60000',
    '--hookTimeout',
    '60000',
    '--reporter',
    'json',
    '--outputFile',
    path,
  ]
  await execa('vitest', args, { cwd: root, preferLocal: true, reject: false })
  expect(await readLoadTests(path)).toEqual({ tests: 16, failures: [] })
})
