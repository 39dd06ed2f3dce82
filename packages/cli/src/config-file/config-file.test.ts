import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConfigFile } from './find-config-file.ts'
import { loadConfigFile } from './load-config-file.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-config-'))
  await mkdir(join(folder, 'deep/er'), { recursive: true })
})

afterAll(() => rm(folder, { recursive: true }))

test('findConfigFile looks upwards, and for TypeScript first', async () => {
  expect(findConfigFile(join(folder, 'deep/er'))).toBeUndefined()
  await writeFile(join(folder, 'benchpress.config.json'), '{}')
  expect(findConfigFile(join(folder, 'deep/er'))).toBe(join(folder, 'benchpress.config.json'))
  await writeFile(join(folder, 'benchpress.config.ts'), '')
  expect(findConfigFile(join(folder, 'deep/er'))).toBe(join(folder, 'benchpress.config.ts'))
})

describe('loadConfigFile', () => {
  test('imports TypeScript as it is, and keeps functions and binary bodies', async () => {
    const path = await write('typed.ts', 'const n: number = 1\nexport default { name: "x", n, f: () => 2, b: new Uint8Array(2) }')
    expect(await loadConfigFile(path)).toEqual({ name: 'x', n: 1, f: expect.any(Function), b: new Uint8Array(2) })
  })

  test.each(['ts', 'js'])('imports a module from a .%s file where package.json says commonjs, as npm init writes it', async (extension) => {
    await mkdir(join(folder, 'commonjs'), { recursive: true })
    await write('commonjs/package.json', '{ "type": "commonjs" }')
    const path = await write(`commonjs/module.${extension}`, 'import { sep } from "node:path"\nexport default { name: sep }')
    expect(await loadConfigFile(path)).toEqual({ name: '/' })
  })

  test('reads JSON, and the config that it extends', async () => {
    await write('base.json', '{ "timeout": "3s", "workers": 2 }')
    const path = await write('child.json', '{ "extends": "./base.json", "workers": 1 }')
    expect(await loadConfigFile(path)).toEqual({ timeout: '3s', workers: 1 })
  })

  test.each([
    ['broken.mjs', 'export default {', /broken\.mjs cannot be loaded: /],
    ['broken.json', '{', /broken\.json cannot be loaded: /],
    ['throws.mjs', 'throw new Error("no database")', /throws\.mjs cannot be loaded: no database \(throws\.mjs:1:7\)/],
    ['empty.mjs', 'export const a = 1', /empty\.mjs gives no config/],
    ['list.json', '[]', /list\.json gives no config/],
    ['odd.json', '{ "extends": 5 }', /odd\.json cannot be loaded: extends must be the path of a config/],
    ['lost.json', '{ "extends": "./nowhere.json" }', /"\.\/nowhere\.json" in extends cannot be found/],
  ])('reports in one sentence what is wrong with %s', async (name, text, message) => {
    await expect(loadConfigFile(await write(name, text))).rejects.toThrow(message)
  })

  test('refuses a script of k6 with what to write in its place, rather than to install k6', async () => {
    const load = loadConfigFile(await write('script.mjs', 'import http from "k6/http"'))
    await expect(load).rejects.toMatchObject({ problems: [{ hint: expect.stringContaining('benchpress init writes one') }] })
  })
})

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
