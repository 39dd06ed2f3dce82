import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveConfig } from '../src/config/resolve-config.ts'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const index = new URL('../src/index.ts', import.meta.url)

const blocks = [...page.matchAll(/^```ts\n([^]+?)^```$/gm)].map(([, source = ''], place) => ({
  name: /^\/\/ (\S+\.journey\.ts)\n/.exec(source)?.[1] ?? `example-${place + 1}.config.ts`,
  source,
}))
const configs = blocks.filter(({ name }) => name.endsWith('.config.ts'))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-configuration-'))
  for (const { name, source } of blocks) {
    await writeFile(join(folder, name), source.replace(`'@benchpress/core'`, JSON.stringify(index.href)))
    await writeFile(join(folder, `typed-${name}`), source)
  }
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('the examples of docs/configuration.md are four configs and a journey', () => {
  expect(blocks.map(({ name }) => name)).toEqual([
    'example-1.config.ts',
    'example-2.config.ts',
    'buy.journey.ts',
    'example-4.config.ts',
    'example-5.config.ts',
  ])
})

test.each(configs)('$name of docs/configuration.md resolves', async ({ name }) => {
  expect(resolveConfig(await defaultExportOf(name), { cwd: folder }).scenarios.length).toBeGreaterThan(0)
})

test('the examples show each kind of workload', async () => {
  const resolved = await Promise.all(configs.map(async ({ name }) => resolveConfig(await defaultExportOf(name), { cwd: folder })))
  const kinds = resolved.flatMap(({ scenarios }) => scenarios.map(({ workload }) => workload.kind))
  expect(new Set(kinds)).toEqual(new Set(['connections', 'users', 'rate', 'batch']))
})

test('journeys of docs/configuration.md are modules with a journey as default export', async () => {
  expect(await defaultExportOf('buy.journey.ts')).toBeInstanceOf(Function)
})

test('the examples of docs/configuration.md have the right types', async () => {
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      declaration: false,
      isolatedDeclarations: false,
      rewriteRelativeImportExtensions: false,
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@benchpress/core': [fileURLToPath(index)] },
    },
    include: ['typed-*.ts'],
  }
  await writeFile(join(folder, 'typed-mistake.ts'), `import { defineConfig } from '@benchpress/core'\ndefineConfig({ target: 5 })\n`)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  // without the mistake it would pass if nothing was compiled
  expect(stdout.match(/^typed-\S+ error TS\d+/gm)).toEqual(['typed-mistake.ts(2,16): error TS2322'])
})

async function defaultExportOf(name: string): Promise<unknown> {
  const module: { default: unknown } = await import(pathToFileURL(join(folder, name)).href)
  return module.default
}
