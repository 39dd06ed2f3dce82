import { join } from 'node:path'
import { inspect } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { run, type Config } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { project, startTarget } from './project.ts'
import { SentMachines } from './sent-machines.ts'

const compareTexts = (one: string, other: string): number => (one < other ? -1 : 1)

const journeys = {
  'load/buy.journey.ts': `
    import { readFileSync } from 'node:fs'
    import { feed, journey } from '@benchpress/core'
    import { nameOf } from '../shared/names.ts'
    import old from 'old-package'
    interface Row { readonly name: string }
    const rows = feed<Row>('data/users.csv', { mode: 'unique' })
    const others = feed<Row>(new URL('others.json', import.meta.url), { mode: 'unique' })
    const greeting = readFileSync(new URL('./greeting.txt', import.meta.url), 'utf8').trim()
    export default journey(async ({ http, user }) => {
      const query = { row: rows.next(user).name, other: others.next(user).name, greeting, old: old.name, of: nameOf('buy') }
      await http.get('/buy', { query })
    })`,
  'load/sell.journey.ts': `
    import { journey } from '@benchpress/core'
    import { nameOf } from '../shared/names.ts'

    export default journey(async ({ http }) => {
      await http.get('/sell', { query: { of: nameOf('sell') } })
      throw new Error('sold out')
    })`,
  'load/resell.journey.ts': `
    import { journey } from '@benchpress/core'
    import { nameOf } from '../shared/names.ts'
    export default journey(async ({ http, sleepUntil }) => {
      await sleepUntil('1s')
      await http.get('/resell', { query: { of: nameOf('resell') } })
    })`,
  'shared/names.ts': `
    const names: string[] = []
    export function nameOf(name: string): string {
      if (!names.includes(name)) names.push(name)
      return names.join('+')
    }`,
  'data/users.csv': `name\n${Array.from({ length: 8 }, (_, row) => `user ${row}`).join('\n')}\n`,
  'load/others.json': JSON.stringify(Array.from({ length: 8 }, (_, row) => ({ name: `other ${row}` }))),
  'load/greeting.txt': 'hello\n',
  'node_modules/old-package/package.json': '{"name":"old-package","version":"1.0.0"}',
  'node_modules/old-package/index.js': `module.exports = { name: require('./name.js') + require('node:path').basename(__dirname) }`,
  'node_modules/old-package/name.js': `module.exports = 'of '`,
}

test('journeys, their imports and the files of their feeds reach machines that have none of them', async () => {
  const cwd = await project(journeys)
  const { url, asked } = await startTarget()
  // Paths of feeds are relative to the working folder.
  const before = process.cwd()
  process.chdir(cwd)
  onTestFinished(() => process.chdir(before))
  const workload = { users: 4, iterations: { each: 2 } }
  const config: Config = { target: url, scenarios: { buy: { journey: join(cwd, 'load/buy.journey.ts'), workload } } }
  const machines = new SentMachines({ cwd })
  const result = await run(config, { machines, cwd })
  expect(result.scenarios[0]?.users?.iterations).toMatchObject({ started: 8, completed: 8 })
  const read = (name: string): string[] => asked.map((each) => new URL(each.url, url).searchParams.get(name) ?? '').toSorted(compareTexts)
  expect(read('row')).toEqual(Array.from({ length: 8 }, (_, row) => `user ${row}`))
  expect(read('other')).toEqual(Array.from({ length: 8 }, (_, row) => `other ${row}`))
  expect(new Set([...read('greeting'), ...read('old'), ...read('of')])).toEqual(new Set(['hello', 'of old-package', 'buy']))
})

test('a module that two journeys import is one, and failures name the line of the source', async () => {
  const cwd = await project(journeys)
  const { url, asked } = await startTarget()
  const journey = { sell: join(cwd, 'load/sell.journey.ts'), resell: join(cwd, 'load/resell.journey.ts') }
  const scenarios = Object.entries(journey).map(([name, file]) => [
    name,
    { journey: file, workload: { users: 2, iterations: { each: 1 } } },
  ])
  const result = await run(
    { target: url, scenarios: Object.fromEntries(scenarios) as Config['scenarios'] },
    { machines: new SentMachines({ cwd }), cwd },
  )
  // Each machine has a user of each scenario.
  expect(asked.map(({ url: path }) => path).filter((path) => path.includes('%2B')).length).toBe(2)
  expect(JSON.stringify(result)).toContain('sell.journey.ts:7:13')
})

test('secrets come from the environment of the machines, and no message contains one', async () => {
  const cwd = await project({
    ...journeys,
    'load/ask.journey.ts': `
      import { journey } from '@benchpress/core'
      export default journey(async ({ http, env }) => {
        await http.get('/ask', { headers: { 'x-own': process.env.OWN_TOKEN ?? '', 'x-env': env.LOGIN } })
      })`,
  })
  const { url, asked } = await startTarget()
  const env = { API_TOKEN: 'token-of-the-starter', OWN_TOKEN: 'own-of-the-starter', ACCOUNT: 'login-of-the-starter' }
  const agentEnv = { API_TOKEN: 'token-of-the-agent', OWN_TOKEN: 'own-of-the-agent', ACCOUNT: 'login-of-the-agent' }
  const machines = new SentMachines({ cwd, env, agentEnv })
  const config: Config = {
    target: url,
    secrets: { LOGIN: env.ACCOUNT },
    scenarios: {
      ask: {
        journey: join(cwd, 'load/ask.journey.ts'),
        headers: { authorization: `Bearer ${env.API_TOKEN}` },
        workload: { users: 2, iterations: { each: 1 } },
      },
    },
  }
  await run(config, { machines, cwd })
  expect(asked.length).toBe(2)
  for (const { headers } of asked)
    expect(headers).toMatchObject({
      authorization: 'Bearer token-of-the-agent',
      'x-own': 'own-of-the-agent',
      'x-env': 'login-of-the-agent',
    })
  expect(machines.sent.length).toBe(3)
  const [archive = new Uint8Array(), ...orders] = machines.sent
  for (const sent of [gunzipSync(archive), ...orders]) {
    expect(Buffer.from(sent).includes('ask.journey')).toBe(true)
    for (const encoding of ['latin1', 'utf16le'] as const) expect(Buffer.from(sent).includes(Buffer.from('of-the-', encoding))).toBe(false)
  }
})

test('a failure on a machine is reported without the secrets of that machine', async () => {
  const cwd = await project({
    'load/fail.journey.ts': `
      export default async ({ http }) => {
        await http.get('/fail', { expect: { status: 404 } })
        throw new Error('with ' + process.env.OWN_TOKEN + ' and ' + process.env.ACCOUNT)
      }`,
  })
  const { url } = await startTarget()
  const machines = new SentMachines({
    cwd,
    env: { ACCOUNT: 'login-of-the-starter' },
    agentEnv: { OWN_TOKEN: 'own-of-the-agent', ACCOUNT: 'login-of-the-agent' },
  })
  const scenarios = { fail: { journey: join(cwd, 'load/fail.journey.ts'), workload: { users: 2, iterations: { each: 1 } } } }
  const config: Config = { target: url, secrets: { LOGIN: 'login-of-the-starter' }, scenarios }
  const result = await run(config, { machines, cwd })
  expect(inspect(result, { depth: null })).toContain('with [redacted] and [redacted]')
  expect(inspect([result, machines.heard], { depth: null })).not.toContain('of-the-agent')
  expect(result.scenarios[0]?.users?.iterations).toMatchObject({ started: 2, failed: 2 })
})

test('a plugin of a project is sent with the journeys, and its client records metrics', async () => {
  const cwd = await project({
    'plugins/ping.plugin.ts': `
      import { definePlugin } from '@benchpress/core/plugin'
      import { options } from './options.ts'
      export default definePlugin({
        name: 'ping',
        options,
        metrics: {},
        createClient: ({ http, options }) => ({ ping: async () => await http.get(options.path), [Symbol.asyncDispose]: async () => {} }),
      })`,
    'plugins/options.ts': `
      export const options = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }`,
    'load/ping.journey.ts': `export default async ({ ping }) => { await ping.ping() }`,
  })
  const { url, asked } = await startTarget()
  const config: Config = {
    target: url,
    plugins: [{ module: './plugins/ping.plugin.ts', options: { path: '/ping' } }],
    scenarios: { ping: { journey: join(cwd, 'load/ping.journey.ts'), workload: { users: 2, iterations: { each: 3 } } } },
  }
  const result = await run(config, { machines: new SentMachines({ cwd }), cwd })
  expect(result.scenarios[0]?.users?.iterations).toMatchObject({ completed: 6 })
  expect(asked.map(({ url: path }) => path)).toEqual(Array.from({ length: 6 }, () => '/ping'))
})
