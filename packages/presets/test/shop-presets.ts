import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '@benchpress/core/preset'

/** The module of a third-party preset. */
export const code = `export default {
  name: 'shop',
  title: 'A shop',
  source: { url: 'https://example.com', tool: 'wrk', machine: 'a laptop' },
  url: 'http://localhost:3000',
  suite: () => ({ name: 'shop', tests: [] }),
  sections: () => [],
}
`

/** A folder of such modules, as `shop.ts` and as `deep/shop.mjs`. */
export interface ShopPresets {
  readonly folder: string
  write(name: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** Makes a temporary folder with such modules. */
export async function makeShopPresets(): Promise<ShopPresets> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-presets-')))
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await write('shop.ts', `const port: number = 3000\n${code.replace('localhost:3000', "' + port + '")}`)
  await write('deep/shop.mjs', code)
  return { folder, write, remove: () => rm(folder, { recursive: true }) }
}

/** The problems of a preset, as its user sees them. */
export async function problemsOf(loaded: Promise<unknown>): Promise<UsageError['problems']> {
  try {
    await loaded
  } catch (error) {
    if (error instanceof UsageError) return error.problems
    throw error
  }
  throw new Error('it was loaded')
}
