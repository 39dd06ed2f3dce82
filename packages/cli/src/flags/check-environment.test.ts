import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Problem } from '@benchpress/core/preset'
import { checkEnvironment, isSwitchedOn } from './check-environment.ts'

test('a variable that nothing reads is a problem, with the one that was probably meant', () => {
  expect(problemsOf({ BENCHPRESS_CONECTIONS: '5', BENCHPRESS_ABC: '1' })).toEqual([
    { message: 'BENCHPRESS_CONECTIONS: there is no such variable', hint: 'Did you mean BENCHPRESS_CONNECTIONS?' },
    { message: 'BENCHPRESS_ABC: there is no such variable', hint: expect.stringContaining('docs/cli.md lists the variables') },
  ])
})

test('variables that are read, that are empty, or that belong to other programs are no problem', () => {
  expect(problemsOf({ BENCHPRESS_URL: 'x', BENCHPRESS_DEBUG: 'yes', BENCHPRESS_ABC: '', PATH: '/bin' })).toEqual([])
})

test('debugging is off by what switches are off by, and on by anything else', () => {
  expect(['1', 'yes', '0', 'No', undefined].map(isSwitchedOn)).toEqual([true, true, false, false, false])
})

test('all variables that the command and its pages name are no problem', () => {
  const read = variablesIn(['packages/cli/src', 'packages/machines/src', 'docs', 'ci'], /(?<!\.test\.ts)$/)
  expect(read).toEqual(expect.arrayContaining(['BENCHPRESS_SIGNING_KEY', 'BENCHPRESS_MACHINES', 'BENCHPRESS_TRUST', 'BENCHPRESS_SEED']))
  expect(problemsOf(Object.fromEntries(read.map((name) => [name, '1'])))).toEqual([])
})

function variablesIn(folders: readonly string[], files: RegExp): readonly string[] {
  const repository = fileURLToPath(new URL('../../../..', import.meta.url))
  return folders.flatMap((folder) =>
    readdirSync(`${repository}/${folder}`, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile() && files.test(entry.name))
      .flatMap((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8').match(/BENCHPRESS_[A-Z_]+/g) ?? []),
  )
}

function problemsOf(env: Readonly<Record<string, string>>): readonly Problem[] {
  const problems: Problem[] = []
  checkEnvironment(env, problems)
  return problems
}
