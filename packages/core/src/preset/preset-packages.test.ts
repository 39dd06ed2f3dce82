import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MissingPackageError, PresetPackages, resolveModule } from './preset-packages.ts'

let folder = ''

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-resolve-')))
  await write('package.json', JSON.stringify({ name: 'self', exports: { import: './self.mjs' } }))
  await write('self.mjs')
  await install('of-import', { exports: { '.': { types: './main.d.ts', import: './main.mjs' } } })
  await install('@acme/dual', { exports: { require: './main.cjs', import: './main.mjs' } })
  await install('of-require', { exports: { require: './main.cjs' } })
  await install('nested', { exports: { './plugin': { node: { import: ['./main.mjs'] } }, './plugins/*': './lib/*.mjs', './hidden': null } })
  await install('of-main', { main: './main.cjs' })
  await install('text', { exports: './main.mjs' })
  await install('broken', { main: './nowhere.js' })
  await install('gone', { exports: { import: './nowhere.mjs' } })
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('a module of a package is found', () => {
  test.each([
    ['of-import', 'node_modules/of-import/main.mjs'],
    ['@acme/dual', 'node_modules/@acme/dual/main.mjs'],
    ['of-require', 'node_modules/of-require/main.cjs'],
    ['nested/plugin', 'node_modules/nested/main.mjs'],
    ['nested/plugins/a', 'node_modules/nested/lib/a.mjs'],
    ['of-main', 'node_modules/of-main/main.cjs'],
    ['text', 'node_modules/text/main.mjs'],
    ['self', 'self.mjs'],
  ])('the module %s is found as by import', (specifier, file) => {
    expect(resolveModule(specifier, join(folder, 'package.json'))).toBe(pathToFileURL(join(folder, file)).href)
    expect(resolveModule(specifier, pathToFileURL(join(folder, 'deep/module.mjs')).href)).toBe(pathToFileURL(join(folder, file)).href)
  })

  test.each(['nowhere', '@acme/nowhere/plugin', 'fs', 'node:fs'])('the module %s is not found', (specifier) => {
    expect(resolveModule(specifier, join(folder, 'package.json'))).toBeUndefined()
  })
})

test.each(['nested', 'nested/hidden', 'nested/other', 'broken', 'gone', './nowhere.mjs'])(
  'an error of %s in an installed package does not count as a missing package',
  (specifier) => {
    const packages = new PresetPackages(folder, import.meta.url)
    expect(() => packages.resolve(specifier)).toThrow(/exports|nowhere|not defined/)
    expect(() => packages.resolve(specifier)).not.toThrow(MissingPackageError)
  },
)

async function install(name: string, manifest: object): Promise<void> {
  const home = `node_modules/${name}`
  await write(`${home}/package.json`, JSON.stringify({ name, ...manifest }))
  for (const file of ['main.mjs', 'main.cjs', 'lib/a.mjs']) await write(`${home}/${file}`)
}

async function write(name: string, text = ''): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}
