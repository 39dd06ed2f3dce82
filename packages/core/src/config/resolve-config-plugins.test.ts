import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { minimal } from '../../test/config-fixture.ts'
import { writeModule } from '../../test/load/journeys/module-fixture.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { loadPlugins } from '../load/plugin/config-plugins.ts'
import { resolveConfig } from './resolve-config.ts'
import type { ResolvedConfig } from './resolved-config.ts'

const cwd = fileURLToPath(new URL('../../test/load/plugin/fixtures', import.meta.url))
const first = './first.plugin.ts'

async function resolvePlugins(plugins: unknown, config: object = {}): Promise<ResolvedConfig> {
  return resolveConfig({ ...minimal, plugins, ...config }, { cwd, plugins: await loadPlugins(plugins, cwd) })
}

async function messageOf(plugins: unknown, config: object = {}): Promise<string> {
  try {
    await resolvePlugins(plugins, config)
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
    throw error
  }
  return ''
}

/** A module with a plugin that lacks nothing, but for what is given. */
async function writePlugin(members: string): Promise<string> {
  return await writeModule(
    'odd.plugin.mjs',
    `const options = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }
    const createClient = () => ({ [Symbol.dispose]: () => undefined })
    export default { name: 'odd', metrics: {}, options, createClient, ${members} }`,
  )
}

describe('plugins', () => {
  test('a config has no plugins by default', async () => {
    expect((await resolvePlugins(undefined)).plugins).toEqual([])
    expect((await resolvePlugins([])).plugins).toEqual([])
  })

  test('plugins are loaded by path and URL, with the version of their package, and their metrics are declared', async () => {
    const options = { setup: 'throws' }
    const url = new URL('second.plugin.ts', `file://${cwd}/`).href
    const { plugins, metrics } = await resolvePlugins([{ module: first, options }, { module: url }], {
      metrics: { own: { type: 'counter' } },
    })
    expect(plugins.map(({ module, version, plugin, rawOptions }) => ({ module, version, name: plugin.name, rawOptions }))).toEqual([
      {
        module: new URL('first.plugin.ts', `file://${cwd}/`).href,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        name: 'first',
        rawOptions: options,
      },
      { module: url, version: expect.any(String) as string, name: 'second', rawOptions: undefined },
    ])
    expect(plugins.map(({ options: completed }) => completed)).toEqual([options, {}])
    expect(plugins[0]?.rawOptions).not.toBe(options)
    expect(metrics).toEqual({ own: { type: 'counter' }, first_disposed: { type: 'counter' }, second_disposed: { type: 'counter' } })
  })

  test('thresholds can be on the metrics of plugins', async () => {
    expect((await resolvePlugins([{ module: first }], { thresholds: { first_disposed: 'count > 1' } })).thresholds).toHaveLength(1)
  })
})

describe('references', () => {
  test.each([
    [{ module: first }, 'plugins: must be a list (was an object)'],
    ['sse', 'plugins: must be a list (was "sse")'],
    [[5], 'plugins[0]: must be an object (was 5)'],
    [
      [() => undefined],
      "plugins[0]: must be a reference to a plugin (was a function); give what the plugin's function returns, such as sse()",
    ],
    [
      [{ name: 'x', createClient: () => undefined }],
      "plugins[0]: must be a reference to a plugin (was the plugin itself); give what the plugin's function returns, such as sse()",
    ],
    [[{}], 'plugins[0].module: is required and must be a string'],
    [[{ module: '' }], 'plugins[0].module: must not be empty'],
    [[{ module: first, option: {} }], 'plugins[0]: unknown key "option"; did you mean "options"?'],
    [
      [{ module: first, options: { setup: () => undefined } }],
      'plugins[0].options.setup: a function cannot be sent to another thread; put it in a journey file',
    ],
  ])('the plugins %o are refused', async (plugins, message) => {
    expect(await messageOf(plugins)).toBe(message)
  })

  test('several invalid references to plugins are reported together, with all other issues', async () => {
    const message = await messageOf([{ module: first, options: { setup: 'sings' } }, { module: './gone.ts' }, 5], {
      timeout: 0,
      thresholds: { gone_events: 'count > 1' },
    })
    expect(message.split('\n').map((line) => line.split(':', 1)[0])).toEqual([
      'plugins[2]',
      'plugins[0].options.setup',
      'plugins[1].module',
      'timeout',
    ])
  })
})

describe('a module', () => {
  test('a missing module of a plugin is reported, with what may be wrong', async () => {
    expect(await messageOf([{ module: './gone.ts' }])).toMatch(
      /^plugins\[0\]\.module: the plugin module file:\S+\/gone\.ts cannot be loaded: .+; is it installed\?$/,
    )
    expect(await messageOf([{ module: '@benchpress/plugin-gone' }])).toMatch(
      /^plugins\[0\]\.module: the plugin module @benchpress\/plugin-gone cannot be loaded: .+; is it installed\? Run npm i -D @benchpress\/plugin-gone$/,
    )
  })

  test('a module of a plugin that throws is reported with its error', async () => {
    const module = await writeModule('throws.mjs', 'throw new Error("no licence")')
    expect(await messageOf([{ module }])).toBe(
      `plugins[0].module: the plugin module file://${module} cannot be loaded: no licence (throws.mjs:1:7)`,
    )
  })

  test.each([
    ['export const sse = {}', 'has no default export; it exports sse; write `export default definePlugin({ ... })`'],
    ['', 'has no default export; it exports nothing; write `export default definePlugin({ ... })`'],
  ])('a module with the text %j has no plugin', async (text, message) => {
    const module = await writeModule('empty.mjs', text)
    expect(await messageOf([{ module }])).toBe(`plugins[0]: the plugin module file://${module} ${message}`)
  })

  test.each([
    ['() => {}', 'is no plugin, but a function; write `export default definePlugin({ ... })`'],
    ['null', 'is no plugin, but null; write `export default definePlugin({ ... })`'],
    [
      '{ name: "x" }',
      'is no plugin: options is missing, which must be a schema that follows Standard Schema, as those of zod do; metrics is missing, which must be an object with a definition for each metric, which may be empty; createClient is missing, which must be a function',
    ],
  ])('a module whose default export is %s is refused as a plugin, with what it lacks', async (text, message) => {
    const module = await writeModule('odd.mjs', `export default ${text}`)
    expect(await messageOf([{ module }])).toBe(`plugins[0]: the default export of the plugin module file://${module} ${message}`)
  })

  test.each([
    ['tearDown: () => {}', 'the default export of the plugin module MODULE has an unknown member "tearDown"; did you mean "teardown"?'],
    ['setup: 5', 'the default export of the plugin module MODULE is no plugin: setup must be a function'],
    ['name: "Sse"', 'the plugin module MODULE names its plugin "Sse"; a name is made of lower-case letters and digits, a letter first'],
    ['name: "http"', 'the plugin module MODULE names its plugin "http"; every user has user.http; choose another name'],
  ])('a plugin with %s is refused', async (member, message) => {
    const module = await writePlugin(member)
    expect(await messageOf([{ module }])).toBe(`plugins[0]: ${message.replace('MODULE', `file://${module}`)}`)
  })
})

describe('options', () => {
  test('the plugin checks its options, and each issue has its place', async () => {
    const message = await messageOf([{ module: first, options: { setup: 'sings', moood: 1 } }])
    expect(message).toMatch(/^plugins\[0\]\.options\.setup: .+\nplugins\[0\]\.options: .*moood.*$/)
  })

  test('the options of a plugin may be checked asynchronously, and that may fail', async () => {
    const later = await writePlugin(
      `options: { '~standard': { validate: async () => ({ issues: [{ message: 'is too long', path: [{ key: 'a' }, 0] }] }) } }`,
    )
    expect(await messageOf([{ module: later, options: { a: [1] } }])).toBe('plugins[0].options.a[0]: is too long')
    const throwing = await writePlugin(`options: { '~standard': { validate: () => { throw new Error('no licence') } } }`)
    expect(await messageOf([{ module: throwing }])).toBe('plugins[0].options: could not be checked by plugin odd: no licence')
  })
})

describe('two plugins', () => {
  test('two plugins with the same name are refused', async () => {
    expect(await messageOf([{ module: first }, { module: './second.plugin.ts' }, { module: first }])).toBe(
      'plugins[2]: is a second plugin named "first", as plugins[0] is; a user has one client by each name: leave one of them out',
    )
  })
})

describe('a metric of a plugin', () => {
  test.each([
    ['events: { type: "counter" }', '"events", which is not named after it; its name must be "odd_" and letters, digits or "_"'],
    ['"odd_": { type: "counter" }', '"odd_", which is not named after it; its name must be "odd_" and letters, digits or "_"'],
    [
      'odd_events: { type: "count" }',
      '"odd_events", whose definition is none; a definition is { type, unit, description, by }, and its type is "counter", "gauge", "rate" or "trend"',
    ],
  ])('a plugin with the metric %s is refused', async (metric, message) => {
    expect(await messageOf([{ module: await writePlugin(`metrics: { ${metric} }`) }])).toBe(
      `plugins[0]: plugin odd declares the metric ${message}`,
    )
  })

  test('the metric of a plugin cannot be declared by the config or by every test as well', async () => {
    const metrics = { first_disposed: { type: 'rate' } }
    expect(await messageOf([{ module: first }], { metrics })).toBe(
      'plugins[0]: plugin first declares the metric "first_disposed", and so does the config; choose another name in "metrics"',
    )
    const module = await writePlugin('name: "data", metrics: { data_sent: { type: "counter" } }')
    expect(await messageOf([{ module }])).toBe(
      'plugins[0]: plugin data declares the metric "data_sent", which every test has; the plugin must choose another name',
    )
  })
})
