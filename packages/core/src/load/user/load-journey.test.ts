import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { isBenchpressError, type BenchpressError } from '../../base/errors/benchpress-error.ts'
import type { ModuleExport } from './import-module.ts'
import { loadJourney } from './load-journey.ts'

async function moduleOf(text: string, over: Partial<ModuleExport> = {}): Promise<ModuleExport> {
  return { module: await writeModule('bid.journey.mjs', text), export: 'default', options: undefined, ...over }
}

async function errorOf(source: ModuleExport): Promise<BenchpressError> {
  const error: unknown = await loadJourney(source).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isBenchpressError(error)) throw new Error('it was loaded, or failed with an error of another kind', { cause: error })
  expect(error.code).toBe('INVALID_CONFIG')
  return error
}

test('a journey module has its journey as the default export, and its hooks', async () => {
  const source = await moduleOf(`
    export default () => 'did'
    export const beforeAll = () => 'all'
    export function afterUser() { return 'user' }
  `)
  const { run, hooks } = await loadJourney(source)
  expect(run(undefined as never)).toBe('did')
  expect(Object.keys(hooks)).toEqual(['beforeAll', 'afterUser'])
  expect(hooks.beforeAll?.(undefined as never)).toBe('all')
})

test('a module is loaded once, by path or by URL', async () => {
  const source = await moduleOf(`
    let count = 0
    export default () => (count += 1)
  `)
  const first = await loadJourney(source)
  const second = await loadJourney({ ...source, module: pathToFileURL(source.module).href })
  expect([first.run(undefined as never), second.run(undefined as never)]).toEqual([1, 2])
})

test('an export that is a function makes a journey from its options, even asynchronously', async () => {
  const source = await moduleOf('export const buy = async ({ items }) => () => items', { export: 'buy', options: { items: 3 } })
  const { run } = await loadJourney(source)
  expect(run(undefined as never)).toBe(3)
})

test.each([
  ['export const buy = () => undefined', {}, 'the export "default" of the journey module PATH does not exist; it exports buy'],
  ['', { export: 'buy' }, 'the export "buy" of the journey module PATH does not exist; it exports nothing'],
  ['export default 1', {}, 'the export "default" of the journey module PATH is no function, but a number'],
  ['export default []', {}, 'the export "default" of the journey module PATH is no function, but an array'],
  ['export default null', {}, 'the export "default" of the journey module PATH is no function, but null'],
  [
    'export default () => ({})',
    { options: {} },
    'the export "default" of the journey module PATH was given options and made no journey of them, but an object',
  ],
  [
    'export default () => { throw new Error("too many items") }',
    { options: {} },
    'the export "default" of the journey module PATH refused its options: too many items',
  ],
  ['throw new Error("no database")', {}, 'the journey module PATH cannot be loaded: no database (bid.journey.mjs:1:7)'],
  ['export default () => 1; export const afterAll = 2', {}, 'afterAll of the journey module PATH is no function, but a number'],
])('loading %s with %o is an error that names module and export', async (text, over, message) => {
  const source = await moduleOf(text, over)
  const error = await errorOf(source)
  expect(error.message).toBe(message.replace('PATH', source.module))
})

test('a module that does not exist or cannot be parsed is named, with the cause of the error', async () => {
  const missing = await errorOf({ module: '/nowhere/bid.journey.ts', export: 'default', options: undefined })
  expect(missing.message).toContain('the journey module /nowhere/bid.journey.ts cannot be loaded: ')
  expect(missing.cause).toBeInstanceOf(Error)
  const broken = await errorOf(await moduleOf('export default ('))
  expect(broken.message).toMatch(/^the journey module .*bid\.journey\.mjs cannot be loaded: /)
})
