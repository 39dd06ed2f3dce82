import { join } from 'node:path'
import { makeShopPresets, problemsOf, code, type ShopPresets } from '../../../presets/test/shop-presets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findKnownPresets } from './known-presets.ts'

let shop: ShopPresets

beforeAll(async () => {
  shop = await makeShopPresets()
  for (const name of ['@acme/benchpress-preset-shop', 'benchpress-preset-shop']) {
    await shop.write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, type: 'module', exports: { '.': { default: './main.js' } } }),
    )
    await shop.write(`node_modules/${name}/main.js`, code)
  }
  for (const name of ['@acme/of-import', 'of-import']) {
    const exports = { '.': { types: './main.d.ts', import: './main.mjs' } }
    await shop.write(`node_modules/${name}/package.json`, JSON.stringify({ name, exports }))
    await shop.write(`node_modules/${name}/main.mjs`, code)
  }
})

afterAll(() => shop.remove())

describe('a third-party preset', () => {
  test.each([
    ['./shop.ts', 'shop.ts'],
    ['shop.ts', 'shop.ts'],
    ['deep/shop.mjs', 'deep/shop.mjs'],
    ['@acme/benchpress-preset-shop', 'node_modules/@acme/benchpress-preset-shop/main.js'],
    ['benchpress-preset-shop', 'node_modules/benchpress-preset-shop/main.js'],
    ['@acme/of-import', 'node_modules/@acme/of-import/main.mjs'],
    ['of-import', 'node_modules/of-import/main.mjs'],
  ])('a third-party preset is found as %s', async (name, file) => {
    const { presets, named, module } = await findKnownPresets(['preset', `${name}:reads`, '-d', '5s'], shop.folder)
    expect([...presets].map(([key, preset]) => [key, preset.name])).toEqual([[name, 'shop']])
    expect([named, module]).toEqual([name, join(shop.folder, file)])
  })

  test.each([
    ['preset -d 5s ./shop.ts', './shop.ts'],
    ['preset -d 5s benchpress-preset-shop', 'benchpress-preset-shop'],
    ['preset ./shop.ts --title hypha', './shop.ts'],
    ['preset ./shop.ts -T nestjs:load', './shop.ts'],
    ['preset benchpress-preset-shop --app ./ends.mjs', 'benchpress-preset-shop'],
    ['help preset ./shop.ts', './shop.ts'],
  ])('the name of a preset is found in benchpress %s', async (line, named) => {
    expect((await findKnownPresets(line.split(' '), shop.folder)).named).toBe(named)
  })

  test('the value of a flag is never loaded as a preset', async () => {
    await shop.write('ends.mjs', "throw new Error('the wrong file was run')")
    for (const line of ['preset desreve --ca ./ends.mjs', 'preset --ca ./ends.mjs', 'preset -o ./ends.mjs desreve'])
      expect((await findKnownPresets(line.split(' '), shop.folder)).named).toBeUndefined()
  })

  test('loading a preset ends when the command is interrupted', async () => {
    await shop.write('slow.mjs', 'await new Promise(() => {})')
    const interruption = new AbortController()
    const known = findKnownPresets(['preset', './slow.mjs'], shop.folder, interruption.signal)
    interruption.abort(new Error('interrupted'))
    await expect(known).rejects.toBe(interruption.signal.reason)
    await expect(findKnownPresets(['preset', './slow.mjs'], shop.folder, interruption.signal)).rejects.toBe(interruption.signal.reason)
    expect((await findKnownPresets(['preset', './shop.ts'], shop.folder, new AbortController().signal)).named).toBe('./shop.ts')
  })

  test('no file is loaded for the name of a built-in preset, or for an unknown name', async () => {
    const known = await findKnownPresets(['preset', 'deserve:part', '-o', './shop.ts'], shop.folder)
    expect([known.named, known.module]).toEqual(['deserve', undefined])
    expect((await findKnownPresets(['preset', 'deserv'], shop.folder)).named).toBeUndefined()
    expect((await findKnownPresets(['help', 'run'], shop.folder)).named).toBeUndefined()
    expect((await findKnownPresets(['run', './shop.ts'], shop.folder)).presets.size).toBe(0)
  })
})

describe('a wrong third-party preset is refused', () => {
  test('a preset that adds flags of the command, or refuses unknown flags, is refused with each of them', async () => {
    const flag = (key: string, variable = ''): string => `${key}: { kind: 'count', says: 'x', ${variable && `variable: '${variable}'`} }`
    const parameters = `parameters: {
      ${flag('duration')}, ${flag('version')}, ${flag('color')}, ${flag('mine', 'SHOP_MINE')}, ${flag('env', 'BENCHPRESS_DURATION')},
      ${flag('debug', 'BENCHPRESS_DEBUG')}, ${flag('ours', 'BENCHPRESS_OURS')}, ${flag('twice', 'SHOP_MINE')},
    }`
    await shop.write(
      'taken.mjs',
      code.replace('sections:', `${parameters},\n  unfit: [{ key: 'rat', because: 'x', hint: 'y' }],\n  sections:`),
    )
    expect((await problemsOf(findKnownPresets(['preset', 'taken.mjs'], shop.folder))).map(({ message }) => message)).toEqual([
      'taken.mjs: parameters.duration: --duration is a flag of the command already',
      'taken.mjs: parameters.version: --version is a flag of the command already',
      'taken.mjs: parameters.color: --color is a flag of the command already',
      'taken.mjs: parameters.env.variable: BENCHPRESS_DURATION is a variable of the command already',
      'taken.mjs: parameters.debug.variable: BENCHPRESS_DEBUG is a variable of the command already',
      'taken.mjs: parameters.ours.variable: BENCHPRESS_OURS is named as the variables of the command are',
      'taken.mjs: parameters.twice.variable: SHOP_MINE is a variable of the command already',
      'taken.mjs: unfit[0].key: the command has no "rat"',
    ])
  })
})
