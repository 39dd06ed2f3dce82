import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('..', import.meta.url))
/** Core's folders in the order of their imports: each may use those before it. */
const order = [
  'errors',
  'redact',
  'clock',
  'duration',
  'workload',
  'metrics',
  'wire',
  'recorder',
  'delivery',
  'http',
  'user',
  'plugin',
  'threshold',
  'summary',
  'verdict',
  'microbenchmark',
  'engine',
  'worker',
  'target',
  'config',
  'run',
  'report',
  'assertion',
  'vitest',
  'testing',
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-layers-'))
  await cp(join(workspace, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await write('packages/core/src/index.ts', 'export const all = 1\n')
  for (const layer of order) await write(`packages/core/src/${layer}/${layer}.ts`, `export const ${layer} = 1\n`)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the direction of imports', () => {
  test('is given for every folder of core', async () => {
    const entries = await readdir(join(workspace, 'packages/core/src'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    expect(order).toEqual(expect.arrayContaining(folders))
  })

  test('lets each folder import all before it, and itself', async () => {
    const files = order.map((layer, place) => importing(`packages/core/src/${layer}/downward.ts`, order.slice(0, place)))
    expect(await lint(await Promise.all(files))).toEqual([])
  })

  test('lets no folder import one after it', async () => {
    const files: Promise<string>[] = []
    const expected: string[] = []
    for (const [place, layer] of order.entries()) {
      for (const later of order.slice(place + 1)) {
        const file = `packages/core/src/${layer}/upward-to-${later}.ts`
        files.push(importing(file, [later]))
        expected.push(`${file}: eslint(no-restricted-imports)`)
      }
    }
    expect(await lint(await Promise.all(files))).toEqual(expected.toSorted())
  })

  test.each([
    ['a type', "import type { run } from '../run/run.ts'\nexport type Run = typeof run\n"],
    ['the index', "import { all } from '../index.ts'\nexport const again = all\n"],
    ['a folder of ours by its package', "import { run } from '@benchpress/core'\nexport const again = run\n"],
    ['the command line', "import { main } from '@benchpress/cli'\nexport const again = main\n"],
    ['autocannon', "import autocannon from 'autocannon'\nexport const again = autocannon\n"],
  ])('refuses %s inside a lower folder', async (_, code) => {
    expect(await lint([await write('packages/core/src/wire/offender.ts', code)])).toEqual([
      'packages/core/src/wire/offender.ts: eslint(no-restricted-imports)',
    ])
  })

  test('refuses an upward import from deeper down', async () => {
    const file = await write(
      'packages/core/src/wire/frame/offender.ts',
      "import { run } from '../../run/run.ts'\nexport const again = run\n",
    )
    expect(await lint([file])).toEqual(['packages/core/src/wire/frame/offender.ts: eslint(no-restricted-imports)'])
  })

  test('lets one file import autocannon', async () => {
    const code = "import autocannon from 'autocannon'\nexport const again = autocannon\n"
    expect(await lint([await write('packages/core/src/engine/autocannon.ts', code)])).toEqual([])
  })

  test('keeps other packages out of the files of core', async () => {
    const file = await write('packages/cli/src/offender.ts', "import { run } from '../../core/src/run/run.ts'\nexport const again = run\n")
    expect(await lint([file])).toEqual(['packages/cli/src/offender.ts: eslint(no-restricted-imports)'])
  })

  test('refuses a cycle, of types too', async () => {
    const files = await Promise.all([
      write('packages/core/src/wire/one.ts', "import type { Two } from './two.ts'\nexport interface One {\n  two: Two\n}\n"),
      write('packages/core/src/wire/two.ts', "import type { One } from './one.ts'\nexport interface Two {\n  one: One\n}\n"),
    ])
    expect(await lint(files)).toEqual([
      'packages/core/src/wire/one.ts: import(no-cycle)',
      'packages/core/src/wire/two.ts: import(no-cycle)',
    ])
  })
})

function importing(file: string, layers: readonly string[]): Promise<string> {
  const imports = layers.map((layer) => `import { ${layer} } from '../${layer}/${layer}.ts'\n`)
  return write(file, `${imports.join('')}export const all = [${layers.join(', ')}]\n`)
}

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
