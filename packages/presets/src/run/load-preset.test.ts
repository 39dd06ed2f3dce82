import { makeShopPresets, problemsOf, code, type ShopPresets } from '../../test/shop-presets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPreset } from './load-preset.ts'

let shop: ShopPresets

beforeAll(async () => {
  shop = await makeShopPresets()
  await shop.write('node_modules/hidden/package.json', JSON.stringify({ name: 'hidden', exports: { './plugin': './plugin.mjs' } }))
})

afterAll(() => shop.remove())

describe('a wrong third-party preset is refused', () => {
  test('a preset is refused where its package is installed and has no main export', async () => {
    expect((await problemsIn('hidden')).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^preset hidden cannot be loaded: No "exports" main defined/),
    ])
  })

  test.each([
    ['./shpo.ts', 'there is no file ./shpo.ts in FOLDER', 'Did you mean "./shop.ts"?'],
    ['./deep/shop.mj', 'there is no file ./deep/shop.mj in FOLDER', 'Did you mean "./deep/shop.mjs"?'],
    ['./deep/other.ts', 'there is no file ./deep/other.ts in FOLDER', 'The only one is shop.mjs.'],
    ['./nowhere/shop.ts', 'there is no file ./nowhere/shop.ts in FOLDER', 'Give the path of a module that default-exports a preset.'],
    ['@acme/other', 'the package @acme/other is not installed in FOLDER', 'Run npm i -D @acme/other.'],
  ])('a preset is refused where there is no %s', async (source, message, hint) => {
    expect(await problemsIn(source)).toEqual([{ message, hint }])
  })

  test.each([
    ['export const preset = {}', 'broken-0.mjs has no default export', 'Write: export default definePreset({ … }).'],
    ['export default 5', 'broken-1.mjs: the default export is no preset', 'Write `export default definePreset({ … })`.'],
    ["throw new Error('no luck')", 'preset broken-2.mjs cannot be loaded: no luck', undefined],
  ])('a preset is refused where its module is %s', async (text, message, hint) => {
    const [source = ''] = /broken-\d\.mjs/.exec(message) ?? []
    await shop.write(source, text)
    expect(await problemsIn(source)).toEqual([{ message, hint }])
  })

  test('a preset is refused with everything that is wrong, field by field', async () => {
    const wrong = code
      .replace("name: 'shop',", "name: 'My Shop', titel: 'A shop',")
      .replace("  title: 'A shop',\n", '')
      .replace("machine: 'a laptop'", 'machine: 3')
      .replace('sections: () => []', "sections: 'none', parameters: { size: { kind: 'count' } }, unfit: [{ key: 'rate' }]")
    await shop.write('wrong.mjs', wrong)
    const problems = await problemsIn('wrong.mjs')
    expect(problems.map(({ message }) => message.split(' (was')[0])).toEqual([
      'wrong.mjs: name: must be lower-case letters, digits and "-", a letter first',
      'wrong.mjs: source.machine: must be a string',
      'wrong.mjs: parameters.size.says: is required and must be a string',
      'wrong.mjs: unfit[0].because: is required and must be a string',
      'wrong.mjs: unfit[0].hint: is required and must be a string',
      'wrong.mjs: sections: must be a function',
      'wrong.mjs: unknown key "titel"',
    ])
    expect(problems.at(-1)?.hint).toBe('Did you mean "title"?')
  })
})

async function problemsIn(source: string): ReturnType<typeof problemsOf> {
  const problems = await problemsOf(loadPreset(source, shop.folder))
  return problems.map((problem) => ({ ...problem, message: problem.message.replaceAll(shop.folder, 'FOLDER') }))
}
