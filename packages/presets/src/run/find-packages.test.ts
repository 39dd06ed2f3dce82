import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError, type Preset } from '@benchpress/core/preset'
import { presetNamed } from '../../test/preset-named.ts'
import { findPackages } from './find-packages.ts'

const deserve = presetNamed('deserve')

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-packages-'))
  for (const [name, code] of [
    ['some-plugin', 'export default {}'],
    ['some-target', 'export const target = { url: "http://localhost:1" }'],
  ] as const) {
    const home = join(folder, 'node_modules', name)
    await mkdir(home, { recursive: true })
    await writeFile(join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports: { '.': './index.js' } }))
    await writeFile(join(home, 'index.js'), code)
  }
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('the packages of a preset', () => {
  test('packages are found in the working directory first', async () => {
    expect(await find('some-plugin', 'some-target')).toEqual({
      target: { url: 'http://localhost:1' },
      plugins: [pathToFileURL(join(folder, 'node_modules/some-plugin/index.js')).href],
    })
  })

  test('packages are found beside the preset otherwise', async () => {
    const { plugins } = await find('@benchpress/example-deserve', 'some-target')
    expect(plugins).toEqual([expect.stringMatching(/examples\/deserve\/src\/index\.ts$/)])
  })

  test('missing packages are all named at once, with what to do', async () => {
    expect(await problemOf('@benchpress/no-plugin/plugin', '@benchpress/no-example')).toEqual({
      message: 'preset some needs @benchpress/no-plugin and @benchpress/no-example, which are not installed',
      hint: 'Run npm i -D @benchpress/no-plugin @benchpress/no-example. A running target, with --url, needs @benchpress/no-plugin alone.',
    })
    expect(await problemOf('some-plugin', '@benchpress/no-example')).toEqual({
      message: 'preset some needs @benchpress/no-example, which is not installed',
      hint: 'Run npm i -D @benchpress/no-example. A running target, with --url, does not need it.',
    })
  })

  test('are not looked for where a preset comes without a target, which has to be given', async () => {
    const { standIn: _standIn, ...preset } = deserve
    const wanted = { own: {}, part: undefined, folder }
    await expect(findPackages(preset, { ...wanted, given: undefined })).rejects.toMatchObject({
      problems: [{ message: 'preset deserve comes with no target' }],
    })
    expect((await findPackages(preset, { ...wanted, given: { url: 'http://localhost:2' } })).target).toEqual({ url: 'http://localhost:2' })
  })

  test('packages are not needed for a target that is not tested', async () => {
    const target = { url: 'http://localhost:2' }
    expect((await find('some-plugin', '@benchpress/no-example', target)).target).toBe(target)
    expect(await problemOf('@benchpress/no-plugin/plugin', '@benchpress/no-example', target)).toEqual({
      message: 'preset some needs @benchpress/no-plugin, which is not installed',
      hint: 'Run npm i -D @benchpress/no-plugin.',
    })
  })
})

async function find(plugin: string, example: string, given?: { readonly url: string }): Promise<Awaited<ReturnType<typeof findPackages>>> {
  const preset: Preset = {
    ...deserve,
    name: 'some',
    plugins: () => [plugin],
    standIn: {
      description: 'some target',
      load: async (packages) => (await packages.load<{ readonly target: { readonly url: string } }>(example)).target,
    },
  }
  return await findPackages(preset, { given, own: {}, part: undefined, folder })
}

async function problemOf(...packages: Parameters<typeof find>): Promise<unknown> {
  try {
    await find(...packages)
  } catch (error) {
    if (error instanceof UsageError) return error.problems[0]
    throw error
  }
  throw new Error('they were found')
}
