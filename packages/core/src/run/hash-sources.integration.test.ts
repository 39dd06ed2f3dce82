import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from './hash-sources.ts'
import { resolveTests } from './resolve-tests.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-sources-'))
  await writeFile(
    join(folder, 'buy.journey.mjs'),
    `import { basket } from './basket.mjs'\nimport { hash } from 'node:crypto'\nexport default async () => basket(hash)\n`,
  )
  await writeFile(join(folder, 'basket.mjs'), `export { basket } from './buy.journey.mjs'\n`)
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function filesOf(config: object): Promise<readonly { readonly file: string; readonly hash: string }[]> {
  const { tests } = await resolveTests({ name: 'shop', tests: [{ name: 'shop', ...config } as never] }, folder)
  return hashSources(tests, folder)
}

const workload = { users: 1, duration: '1s' }
const journey = { target: 'http://localhost:1', scenarios: { buy: { journey: './buy.journey.mjs', workload } } }

test('the code of a suite lists the journey and the files that it imports by relative paths, each once', async () => {
  expect(await filesOf(journey)).toEqual([
    { file: 'basket.mjs', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    { file: 'buy.journey.mjs', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  ])
})

test('a changed file has another hash', async () => {
  const before = await filesOf(journey)
  await writeFile(join(folder, 'basket.mjs'), `export const basket = () => undefined\n`)
  const after = await filesOf(journey)
  expect(after[0]?.hash).not.toBe(before[0]?.hash)
  expect(after[1]).toEqual(before[1])
})

test('functions in a config are named by their scenario', async () => {
  const inConfig = { target: 'http://localhost:1', workers: 0, scenarios: { buy: { journey: () => undefined, workload } } }
  expect((await filesOf(inConfig)).map(({ file }) => file)).toEqual(['a function of buy'])
})

test('functions are named by their journey if a scenario has several, and by their test if a suite has several', async () => {
  const scenarios = { shop: { journeys: { buy: { journey: () => 1, weight: 1 }, sell: { journey: () => 2, weight: 1 } }, workload } }
  const config = { target: 'http://localhost:1', workers: 0, scenarios }
  expect((await filesOf(config)).map(({ file }) => file)).toEqual(['a function of buy of shop', 'a function of sell of shop'])
  const { tests } = await resolveTests({ name: 'shop', tests: ['day', 'night'].map((name) => ({ name, ...config }) as never) }, folder)
  expect((await hashSources(tests, folder)).map(({ file }) => file)).toEqual([
    'a function of buy of shop, day',
    'a function of buy of shop, night',
    'a function of sell of shop, day',
    'a function of sell of shop, night',
  ])
})

test('a suite of requests has no code', async () => {
  expect(
    await filesOf({ target: 'http://localhost:1', scenarios: { reads: { request: {}, workload: { connections: 1, duration: '1s' } } } }),
  ).toEqual([])
})
