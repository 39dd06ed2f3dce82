import { beforeEach, describe, expect, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import type { HttpClient } from './http/http-client.ts'
import type { SetupContext } from './journey.ts'
import type { ModuleExport } from './import-module.ts'
import { prepareJourneys, cloneShared, TestHooks } from './setup-hooks.ts'

let log: string[]
let context: SetupContext
let hooks: TestHooks

// What hooks note, wherever their module was loaded.
const logs = Symbol.for('benchpress.test.setup-log')

beforeEach(() => {
  log = []
  Object.assign(globalThis, { [logs]: log })
  const { signal } = new AbortController()
  context = { target: 'http://localhost:3000', env: { NAME: 'ann' }, http: {} as HttpClient, signal }
  hooks = new TestHooks(context)
})

async function moduleNamed(name: string, text: string): Promise<ModuleExport> {
  const preface = `const note = (text) => globalThis[Symbol.for('benchpress.test.setup-log')].push(${JSON.stringify(name)} + ' ' + text)\n`
  const module = await writeModule(`${name}.journey.mjs`, `${preface}export default () => undefined\n${text}`)
  return { module, export: 'default', options: undefined }
}

const both = `
  export async function beforeAll() { note('before'); return { from: 'beforeAll' } }
  export async function afterAll({ shared, target, env }) { note('after ' + shared.from + ' ' + target + ' ' + env.NAME) }
`

test('beforeAll of each module runs once and in order, and afterAll in reverse', async () => {
  const [one, two] = [await moduleNamed('one', both), await moduleNamed('two', both)]
  await prepareJourneys([one, two, { ...one }], hooks)
  expect(log).toEqual(['one before', 'two before'])
  expect(await hooks.finish()).toEqual([])
  const after = 'after beforeAll http://localhost:3000 ann'
  expect(log.slice(2)).toEqual([`two ${after}`, `one ${after}`])
})

test('each journey of a module has a clone of the value of its beforeAll, and others have nothing', async () => {
  const one = await moduleNamed('one', 'export const value = { a: [1] }; export const beforeAll = () => value')
  const two = await moduleNamed('two', '')
  const inline = { run: () => undefined }
  await prepareJourneys([one, two, inline], hooks)
  expect(hooks.sharedOf(one.module)).toEqual({ a: [1] })
  const { value } = (await import(one.module)) as { value: unknown }
  expect(hooks.sharedOf(one.module)).not.toBe(value)
  expect(hooks.sharedOf(two.module)).toBeUndefined()
})

test('afterAll runs once, however often finish is called', async () => {
  await prepareJourneys([await moduleNamed('one', both)], hooks)
  await Promise.all([hooks.finish(), hooks.finish()])
  await hooks.finish()
  expect(log.filter((line) => line.startsWith('one after'))).toHaveLength(1)
})

test('each afterAll runs even if another fails, and the errors are collected', async () => {
  const one = await moduleNamed('one', both)
  const two = await moduleNamed('two', 'export const afterAll = () => { throw new Error("cannot log out") }')
  await prepareJourneys([one, two], hooks)
  const failures = await hooks.finish()
  expect(failures.map(({ code, message }) => [code, message])).toEqual([
    ['SETUP_FAILED', `afterAll of ${two.module} failed: cannot log out`],
  ])
  expect(log.at(-1)).toMatch(/^one after/)
})

describe('a beforeAll that', () => {
  test('a beforeAll that throws is named, and only earlier set-ups are torn down', async () => {
    const [one, three] = [await moduleNamed('one', both), await moduleNamed('three', both)]
    const two = await moduleNamed('two', 'export const beforeAll = async () => { throw new Error("wrong password") }')
    await expect(prepareJourneys([one, two, three], hooks)).rejects.toMatchObject({
      code: 'SETUP_FAILED',
      message: `beforeAll of ${two.module} failed: wrong password`,
      cause: new Error('wrong password'),
    })
    await hooks.finish()
    expect(log.map((line) => line.split(' ', 2).join(' '))).toEqual(['one before', 'one after'])
  })

  test('a beforeAll that returns an uncloneable value is told the place in it, and its own afterAll runs', async () => {
    const one = await moduleNamed('one', 'export const beforeAll = () => ({ login: () => 1 }); export const afterAll = () => note("after")')
    await expect(prepareJourneys([one], hooks)).rejects.toThrow(
      `beforeAll of ${one.module} failed: what it returned cannot be given to load threads, because login is a function; return plain data`,
    )
    await hooks.finish()
    expect(log).toEqual(['one after'])
  })

  test('missing hooks are skipped, and no hook starts once the test was interrupted', async () => {
    const one = await moduleNamed('one', both)
    await expect(
      prepareJourneys([one], new TestHooks({ ...context, signal: AbortSignal.abort(new Error('interrupted')) })),
    ).rejects.toThrow('interrupted')
    expect(log).toEqual([])
  })
})

test('an interruption does not wait for a hook that ignores it', async () => {
  const one = await moduleNamed('one', both)
  const two = await moduleNamed('two', 'export const beforeAll = async () => { note("waits"); await new Promise(() => {}) }')
  const controller = new AbortController()
  const interrupted = new TestHooks({ ...context, signal: controller.signal })
  const preparing = prepareJourneys([one, two], interrupted)
  await expect.poll(() => log).toContain('two waits')
  controller.abort(new Error('interrupted'))
  await expect(preparing).rejects.toThrow('interrupted')
  await interrupted.finish()
  expect(log.at(-1)).toMatch(/^one after/)
})

test('a missing journey is found before any hook runs', async () => {
  const one = await moduleNamed('one', both)
  await expect(prepareJourneys([one, { ...one, export: 'gone' }], hooks)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  expect(log).toEqual([])
})

describe('cloneShared', () => {
  test('cloneShared clones data', () => {
    const value = { token: 'abc', users: [{ id: 1 }], at: new Date(0), map: new Map([[1, new Set(['a'])]]) }
    const clone = cloneShared(value)
    expect(clone).toEqual(value)
    expect(clone).not.toBe(value)
    expect(cloneShared(undefined)).toBeUndefined()
  })

  const circular: Record<string, unknown> = { name: 'ring' }
  circular['self'] = circular
  circular['end'] = { stop: () => undefined }

  test.each([
    [() => undefined, 'it is a function'],
    [{ token: 'abc', users: [{ id: 1 }, { id: 2, login: () => undefined }] }, 'users.1.login is a function'],
    [{ map: new Map([['a', { b: Symbol('c') }]]) }, 'map is Map, which cannot be cloned'],
    [{ later: Promise.resolve() }, 'later is Promise, which cannot be cloned'],
    [circular, 'end.stop is a function'],
  ])('cloneShared names the part of %o that cannot be cloned', (value, problem) => {
    expect(() => cloneShared(value)).toThrow(
      new TypeError(`what it returned cannot be given to load threads, because ${problem}; return plain data`),
    )
  })
})
