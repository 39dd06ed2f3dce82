import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidReasons } from '@benchpress/core/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Report {
  readonly numTotalTests: number
  readonly testResults: readonly { readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[] }[]
}

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-load-tests-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

// They need a machine on which a test of load can be believed. On one that is too busy for it they say so, and nothing else.
test('the load tests pass, or say that the machine was too busy for them', async () => {
  const path = join(folder, 'report.json')
  const args = ['run', '--root', root, '--dir', 'load', '--reporter', 'json', '--outputFile', path]
  await execa('vitest', args, { cwd: root, preferLocal: true, reject: false })
  const { numTotalTests, testResults }: Report = JSON.parse(await readFile(path, 'utf8'))
  expect(numTotalTests).toBe(15)
  for (const message of testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ failureMessages }) => failureMessages))) {
    // What an assertion expected of an error may say the same.
    expect(message.split("but got '").at(-1)).toMatch(/the run is invalid|nothing can be said of/)
    const named = Array.from(message.matchAll(/^ +([a-z]+-[a-z-]+): /gm), ([, rule = '']) => ({ rule, level: 'invalid' as const }))
    // Of an assertion on an error, Vitest shows the beginning of the error alone.
    expect(named.length === 0 || invalidReasons(named).length < named.length, message).toBe(true)
  }
})
