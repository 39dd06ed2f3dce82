import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { HttpClient } from '../user/http/http-client.ts'
import { loadPlugins, type LoadedPlugin, PluginSetup } from './config-plugins.ts'

const cwd = fileURLToPath(new URL('../../../test/load/plugin/fixtures', import.meta.url))
// All that these plugins use of the context.
const http = { get: () => Promise.resolve() } as unknown as HttpClient
const soon = 200

function setUp(signal: AbortSignal = new AbortController().signal): PluginSetup {
  return new PluginSetup({ target: 'http://localhost:3000', env: {}, http, signal }, soon)
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
  const setup = setUp()
  await expect(setup.run(await load({}, { setup: 'hangs' }))).rejects.toMatchObject({
    code: 'SETUP_FAILED',
    message: 'setup of plugin second failed: it did not end within 0.2 s',
  })
  expect(await setup.finish()).toEqual([])
})

test('a teardown that takes too long is reported by name, and the others still run', async () => {
  const setup = setUp()
  await setup.run(await load({ teardown: 'throws' }, { teardown: 'hangs' }))
  expect((await setup.finish()).map(({ message }) => message)).toEqual([
    'teardown of plugin second failed: it did not end within 0.2 s',
    'teardown of plugin first failed: in a bad mood',
  ])
  expect(await setup.finish()).toEqual([])
})

test('a teardown that changes its context gets a TypeError', async () => {
  const setup = setUp()
  await setup.run(await load({ teardown: 'mutates' }))
  expect((await setup.finish())[0]?.cause).toBeInstanceOf(TypeError)
})

test('the value of a setup is passed on as a read-only copy', async () => {
  const setup = setUp()
  await setup.run(await load({}))
  expect(setup.sharedOf('first')).toEqual({ mood: 'good' })
  expect(Object.isFrozen(setup.sharedOf('first'))).toBe(true)
  expect(setup.sharedOf('second')).toBeUndefined()
})
