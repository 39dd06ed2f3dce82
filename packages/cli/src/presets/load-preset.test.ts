import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '@benchpress/core/preset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findKnownPresets } from './known-presets.ts'
import { loadPreset } from './load-preset.ts'

let folder = ''

const code = `export default {
  name: 'shop',
  title: 'A shop',
  source: 'https://example.com',
  documented: { tool: 'wrk', machine: 'a laptop', runs: [] },
  url: 'http://localhost:3000',
  suite: () => ({ name: 'shop', tests: [] }),
  sections: () => [],
}
`

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-presets-')))
  await write('shop.ts', `const port: number = 3000\n${code.replace('localhost:3000', "' + port + '")}`)
  await write('deep/shop.mjs', code)
  for (const name of ['@acme/benchpress-preset-shop', 'benchpress-preset-shop']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: { '.': { default: './main.js' } } }))
    await write(`node_modules/${name}/main.js`, code)
  }
  for (const name of ['@acme/of-import', 'of-import']) {
    const exports = { '.': { types: './main.d.ts', import: './main.mjs' } }
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, exports }))
    await write(`node_modules/${name}/main.mjs`, code)
  }
  await write('node_modules/hidden/package.json', JSON.stringify({ name: 'hidden', exports: { './plugin': './plugin.mjs' } }))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('the preset of somebody else', () => {
  test.each([
    ['./shop.ts', 'shop.ts'],
    ['shop.ts', 'shop.ts'],
    ['deep/shop.mjs', 'deep/shop.mjs'],
    ['@acme/benchpress-preset-shop', 'node_modules/@acme/benchpress-preset-shop/main.js'],
    ['benchpress-preset-shop', 'node_modules/benchpress-preset-shop/main.js'],
    ['@acme/of-import', 'node_modules/@acme/of-import/main.mjs'],
    ['of-import', 'node_modules/of-import/main.mjs'],
  ])('is found as %s', async (name, file) => {
    const { presets, named, module } = await findKnownPresets(['preset', `${name}:reads`, '-d', '5s'], folder)
    expect([...presets].map(([key, preset]) => [key, preset.name])).toEqual([[name, 'shop']])
    expect([named, module]).toEqual([name, join(folder, file)])
  })

  test.each([
    ['preset -d 5s ./shop.ts', './shop.ts'],
    ['preset -d 5s benchpress-preset-shop', 'benchpress-preset-shop'],
    ['preset ./shop.ts --title hypha', './shop.ts'],
    ['preset ./shop.ts -T nestjs:load', './shop.ts'],
    ['preset benchpress-preset-shop --app ./ends.mjs', 'benchpress-preset-shop'],
    ['help preset ./shop.ts', './shop.ts'],
  ])('is found in benchpress %s', async (line, named) => {
    expect((await findKnownPresets(line.split(' '), folder)).named).toBe(named)
  })

  test('is never a file that is the value of a flag', async () => {
    await write('ends.mjs', "throw new Error('the wrong file was run')")
    for (const line of ['preset desreve --ca ./ends.mjs', 'preset --ca ./ends.mjs', 'preset -o ./ends.mjs desreve'])
      expect((await findKnownPresets(line.split(' '), folder)).named).toBeUndefined()
  })

  test('is waited for until the command is interrupted', async () => {
    await write('slow.mjs', 'await new Promise(() => {})')
    const interruption = new AbortController()
    const known = findKnownPresets(['preset', './slow.mjs'], folder, interruption.signal)
    interruption.abort(new Error('interrupted'))
    await expect(known).rejects.toBe(interruption.signal.reason)
    await expect(findKnownPresets(['preset', './slow.mjs'], folder, interruption.signal)).rejects.toBe(interruption.signal.reason)
    expect((await findKnownPresets(['preset', './shop.ts'], folder, new AbortController().signal)).named).toBe('./shop.ts')
  })

  test('is not looked for where the name is that of one of ours, or of none', async () => {
    const known = await findKnownPresets(['preset', 'deserve:part', '-o', './shop.ts'], folder)
    expect([known.named, known.module]).toEqual(['deserve', undefined])
    expect((await findKnownPresets(['preset', 'deserv'], folder)).named).toBeUndefined()
    expect((await findKnownPresets(['help', 'run'], folder)).named).toBeUndefined()
    expect((await findKnownPresets(['run', './shop.ts'], folder)).presets.size).toBe(0)
  })
})

describe('what is wrong with the preset of somebody else is told', () => {
  test('where its package is installed and has no main export', async () => {
    expect((await problemsOf('hidden')).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^preset hidden cannot be loaded: No "exports" main defined/),
    ])
  })

  test.each([
    ['./shpo.ts', 'there is no file ./shpo.ts in FOLDER', 'Did you mean "./shop.ts"?'],
    ['./deep/shop.mj', 'there is no file ./deep/shop.mj in FOLDER', 'Did you mean "./deep/shop.mjs"?'],
    ['./deep/other.ts', 'there is no file ./deep/other.ts in FOLDER', 'The only one is shop.mjs.'],
    ['./nowhere/shop.ts', 'there is no file ./nowhere/shop.ts in FOLDER', 'Give the path of a module that default-exports a preset.'],
    ['@acme/other', 'the package @acme/other is not installed in FOLDER', 'Run npm i -D @acme/other.'],
  ])('where there is no %s', async (source, message, hint) => {
    expect(await problemsOf(source)).toEqual([{ message, hint }])
  })

  test.each([
    ['export const preset = {}', 'broken-0.mjs has no default export', 'Write: export default definePreset({ … }).'],
    ['export default 5', 'broken-1.mjs: the default export is no preset', 'Write `export default definePreset({ … })`.'],
    ["throw new Error('no luck')", 'preset broken-2.mjs cannot be loaded: no luck', undefined],
  ])('where its module is %s', async (text, message, hint) => {
    const [source = ''] = /broken-\d\.mjs/.exec(message) ?? []
    await write(source, text)
    expect(await problemsOf(source)).toEqual([{ message, hint }])
  })

  test('field by field, with everything that is wrong', async () => {
    const wrong = code
      .replace("name: 'shop',", "name: 'My Shop', titel: 'A shop',")
      .replace("  title: 'A shop',\n", '')
      .replace('runs: []', 'runs: 3')
      .replace(
        'sections: () => []',
        "sections: 'none', flags: { size: { flags: 'size', description: 'how large' } }, unfit: [{ key: 'rate' }]",
      )
    await write('wrong.mjs', wrong)
    const problems = await problemsOf('wrong.mjs')
    expect(problems.map(({ message }) => message.split(' (was')[0])).toEqual([
      'wrong.mjs: name: must be lower-case letters, digits and "-", a letter first',
      'wrong.mjs: documented.runs: must be a list',
      'wrong.mjs: flags.size.flags: must be written such as "--size <bytes>"',
      'wrong.mjs: flags.size.parse: is required',
      'wrong.mjs: unfit[0].because: is required and must be a string',
      'wrong.mjs: unfit[0].hint: is required and must be a string',
      'wrong.mjs: sections: must be a function',
      'wrong.mjs: unknown key "titel"',
    ])
    expect(problems.at(-1)?.hint).toBe('Did you mean "title"?')
  })

  test('where its flags are those of the command, or those that it refuses are none', async () => {
    const flag = (flags: string, env = ''): string =>
      `{ flags: '${flags}', description: 'x', ${env === '' ? '' : `env: '${env}', `}parse: () => 1 }`
    const flags = `flags: {
      time: ${flag('--duration <time>')}, size: ${flag('-o, --size <count>')}, again: ${flag('--size')}, mine: ${flag('--mine', 'SHOP_MINE')},
      version: ${flag('-v, --app-version <text>')}, whole: ${flag('--version')}, color: ${flag('--color <name>')},
      env: ${flag('--env', 'BENCHPRESS_DURATION')}, debug: ${flag('--debug', 'BENCHPRESS_DEBUG')},
      ours: ${flag('--ours', 'BENCHPRESS_OURS')}, twice: ${flag('--twice', 'SHOP_MINE')},
    }`
    await write('taken.mjs', code.replace('sections:', `${flags},\n  unfit: [{ key: 'rat', because: 'x', hint: 'y' }],\n  sections:`))
    expect((await problemsOf('taken.mjs')).map(({ message }) => message)).toEqual([
      'taken.mjs: flags.time: --duration is a flag of the command already',
      'taken.mjs: flags.size: -o is a flag of the command already',
      'taken.mjs: flags.again: --size is a flag of the command already',
      'taken.mjs: flags.version: -v is a flag of the command already',
      'taken.mjs: flags.whole: --version is a flag of the command already',
      'taken.mjs: flags.color: --color is a flag of the command already',
      'taken.mjs: flags.env.env: BENCHPRESS_DURATION is a variable of the command already',
      'taken.mjs: flags.debug.env: BENCHPRESS_DEBUG is a variable of the command already',
      'taken.mjs: flags.ours.env: BENCHPRESS_OURS is named as the variables of the command are',
      'taken.mjs: flags.twice.env: SHOP_MINE is a variable of the command already',
      'taken.mjs: unfit[0].key: the command has no "rat"',
    ])
  })
})

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

async function problemsOf(source: string): Promise<UsageError['problems']> {
  try {
    await loadPreset(source, folder)
  } catch (error) {
    if (error instanceof UsageError)
      return error.problems.map((problem) => ({ ...problem, message: problem.message.replaceAll(folder, 'FOLDER') }))
    throw error
  }
  throw new Error('it was loaded')
}
