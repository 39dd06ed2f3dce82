import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { HttpClient } from '../user/http/http-client.ts'
import { TestHooks } from '../user/setup-hooks.ts'
import { loadPlugins, setUpPlugins, type LoadedPlugin } from './config-plugins.ts'

const cwd = fileURLToPath(new URL('../../../test/load/plugin/fixtures', import.meta.url))
// All that these plugins use of the context.
const http = { get: () => Promise.resolve() } as unknown as HttpClient
const soon = 200

function createHooks(): TestHooks {
  return new TestHooks({ target: 'http://localhost:3000', env: {}, http, signal: new AbortController().signal }, soon)
}

async function load(...options: readonly object[]): Promise<readonly LoadedPlugin[]> {
  const names = ['first', 'second']
  const loaded = await loadPlugins(
    options.map((each, index) => ({ module: `./${names[index]}.plugin.ts`, options: each })),
    cwd,
  )
  return loaded.map((each) => {
    if ('problems' in each) throw new Error(each.problems[0]?.message)
    return each
  })
}

test('a setup that takes too long is reported by name', async () => {
  const hooks = createHooks()
  await expect(setUpPlugins(await load({}, { setup: 'hangs' }), hooks)).rejects.toMatchObject({
    code: 'SETUP_FAILED',
    message: 'setup of plugin second failed: it did not end within 0.2 s',
  })
  expect(await hooks.finish()).toEqual([])
})

test('a teardown that takes too long is reported by name, and the others still run', async () => {
  const hooks = createHooks()
  await setUpPlugins(await load({ teardown: 'throws' }, { teardown: 'hangs' }), hooks)
  expect((await hooks.finish()).map(({ message }) => message)).toEqual([
    'teardown of plugin second failed: it did not end within 0.2 s',
    'teardown of plugin first failed: in a bad mood',
  ])
  expect(await hooks.finish()).toEqual([])
})

test('a teardown that changes its context gets a TypeError', async () => {
  const hooks = createHooks()
  await setUpPlugins(await load({ teardown: 'mutates' }), hooks)
  expect((await hooks.finish())[0]?.cause).toBeInstanceOf(TypeError)
})

test('the value of a setup is passed on as a read-only copy', async () => {
  const hooks = createHooks()
  await setUpPlugins(await load({}), hooks)
  expect(hooks.sharedOf('first')).toEqual({ mood: 'good' })
  expect(Object.isFrozen(hooks.sharedOf('first'))).toBe(true)
  expect(hooks.sharedOf('second')).toBeUndefined()
})
