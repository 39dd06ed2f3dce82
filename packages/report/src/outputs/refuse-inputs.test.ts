import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '@benchpress/core/preset'
import { refuseInputs } from './refuse-inputs.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-inputs-'))
  await writeFile(join(folder, 'read.json'), '{}')
  await symlink('read.json', join(folder, 'link.json'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function problemsOf(file: string, ...inputs: readonly string[]): Promise<readonly string[]> {
  const problems: Problem[] = []
  const inFolder = (name: string): string => join(folder, name)
  await refuseInputs([{ path: inFolder(file) }], inputs.map(inFolder), problems, folder)
  return problems.map(({ message }) => message)
}

test('a file that is read is not written to, by its own name or by that of a link', async () => {
  expect(await problemsOf('read.json', 'other.json', 'read.json')).toEqual([
    '--output read.json: is read by this command, and would be overwritten',
  ])
  expect(await problemsOf('link.json', 'read.json')).toHaveLength(1)
  expect(await problemsOf('read.json', 'link.json')).toHaveLength(1)
})

test('any other file is written', async () => {
  expect(await problemsOf('written.json', 'read.json')).toEqual([])
  expect(await problemsOf('read.json')).toEqual([])
})
