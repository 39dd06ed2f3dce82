import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '@benchpress/core/preset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  await write('node_modules/hidden/package.json', JSON.stringify({ name: 'hidden', exports: { './plugin': './plugin.mjs' } }))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
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
