import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('..', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-linter-'))
  await cp(join(workspace, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await write('packages/core/src/run/run.ts', 'export const run = 1\n')
  await write('packages/report/src/text.ts', 'export const text = 1\n')
})

afterAll(() => rm(folder, { recursive: true }))

describe('the linter', () => {
  test.each([
    ['the package that core is', "import { run } from '@benchpress/core'\nexport const again = run\n"],
    ['the command line', "import { main } from '@benchpress/cli'\nexport const again = main\n"],
    ['autocannon', "import autocannon from 'autocannon'\nexport const again = autocannon\n"],
  ])('refuses to let core import %s', async (_, code) => {
    expect(await lint([await write('packages/core/src/run/offender.ts', code)])).toEqual([
      'packages/core/src/run/offender.ts: eslint(no-restricted-imports)',
    ])
  })

  test('lets one file import autocannon', async () => {
    const code = "import autocannon from 'autocannon'\nexport const again = autocannon\n"
    expect(await lint([await write('packages/core/src/load/engine/autocannon.ts', code)])).toEqual([])
  })

  test.each([
    ['core', "import { run } from '../../core/src/run/run.ts'\nexport const again = run\n"],
    ['report', "import { text } from '../../report/src/text.ts'\nexport const again = text\n"],
    ['presets', "import { deserve } from '../../presets/src/deserve/deserve.ts'\nexport const again = deserve\n"],
  ])('keeps other packages out of the files of %s', async (_, code) => {
    const file = await write('packages/cli/src/offender.ts', code)
    expect(await lint([file])).toEqual(['packages/cli/src/offender.ts: eslint(no-restricted-imports)'])
  })

  test('refuses a cycle of imports, including type imports', async () => {
    const files = await Promise.all([
      write('packages/core/src/run/one.ts', "import type { Two } from './two.ts'\nexport interface One {\n  two: Two\n}\n"),
      write('packages/core/src/run/two.ts', "import type { One } from './one.ts'\nexport interface Two {\n  one: One\n}\n"),
    ])
    expect(await lint(files)).toEqual(['packages/core/src/run/one.ts: import(no-cycle)', 'packages/core/src/run/two.ts: import(no-cycle)'])
  })
})

async function write(file: string, code: string): Promise<string> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), code)
  return file
}

interface Finding {
  readonly filename: string
  readonly code: string
}

async function lint(files: readonly string[]): Promise<string[]> {
  const oxlint = join(workspace, 'node_modules/oxlint/bin/oxlint')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '--config', '.oxlintrc.json', '--format', 'json', ...files], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    )
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly Finding[] }
  return diagnostics.map(({ filename, code }) => `${filename}: ${code}`).toSorted()
}
