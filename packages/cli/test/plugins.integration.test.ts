import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './captured-io.ts'

let folder = ''

const module = `export default {
  name: 'lines',
  options: {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: ({ greeting = 'hello', token, ...unknown } = {}) => {
        const [key] = Object.keys(unknown)
        return key === undefined ? { value: { greeting, token } } : { issues: [{ message: 'unknown key ' + key }] }
      },
    },
  },
  metrics: {
    lines_answers: { type: 'counter', by: 'room', description: 'lines that were answered' },
    lines_round_trip: { type: 'trend', unit: 'ms' },
  },
  createClient: () => ({ [Symbol.dispose]: () => undefined }),
}
`

const quiet = `export default {
  name: 'quiet',
  options: { '~standard': { version: 1, vendor: 'test', validate: () => ({ value: undefined }) } },
  metrics: {},
  createClient: () => ({ [Symbol.dispose]: () => undefined }),
}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-plugins-'))
  await mkdir(join(folder, 'lines'))
  await mkdir(join(folder, 'empty'))
  await writeFile(join(folder, 'lines/package.json'), '{ "name": "lines", "version": "1.2.3", "type": "module" }')
  await writeFile(join(folder, 'lines/plugin.js'), module)
  await writeFile(join(folder, 'quiet.mjs'), quiet)
})

afterAll(() => rm(folder, { recursive: true }))

async function writeConfig(config: object): Promise<string> {
  const scenarios = { reads: { request: {}, workload: { connections: 1, requests: 1 } } }
  const path = join(folder, 'benchpress.config.json')
  await writeFile(path, JSON.stringify({ target: 'http://localhost:1', scenarios, ...config }))
  return path
}

const both = {
  plugins: [{ module: './lines/plugin.js', options: { greeting: 'Sesame', token: 'hunter2' } }, { module: './quiet.mjs' }],
  secrets: { WORD: 'Sesame' },
}

describe('benchpress plugins', () => {
  test('prints the name, the options and the metrics of each plugin, without secrets', async () => {
    await writeConfig(both)
    const { code, stdout, stderr } = await call(['plugins'], { cwd: join(folder, 'lines') })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(`lines 1.2.3
  user.lines, from plugin.js
  options: {"greeting":"[redacted]","token":"[redacted]"}
┌──────────────────┬─────────┬──────┬──────┬──────────────────────────┐
│ Metric           │ Type    │ Unit │ By   │ Description              │
├──────────────────┼─────────┼──────┼──────┼──────────────────────────┤
│ lines_answers    │ counter │      │ room │ lines that were answered │
├──────────────────┼─────────┼──────┼──────┼──────────────────────────┤
│ lines_round_trip │ trend   │ ms   │      │                          │
└──────────────────┴─────────┴──────┴──────┴──────────────────────────┘

quiet
  user.quiet, from ../quiet.mjs
  takes no options
  records no metrics
`)
  })

  test.each(['--json', '-j'])('%s prints the plugins as JSON', async (flag) => {
    const path = await writeConfig(both)
    const { code, stdout } = await call(['plugins', path, flag])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      plugins: [
        {
          name: 'lines',
          version: '1.2.3',
          module: new URL('lines/plugin.js', `file://${folder}/`).href,
          options: { greeting: '[redacted]', token: '[redacted]' },
          metrics: {
            lines_answers: { type: 'counter', by: 'room', description: 'lines that were answered' },
            lines_round_trip: { type: 'trend', unit: 'ms' },
          },
        },
        { name: 'quiet', version: null, module: new URL('quiet.mjs', `file://${folder}/`).href, options: null, metrics: {} },
      ],
    })
  })

  test.each([{}, { plugins: [] }])('prints how to add a plugin for a config without plugins (%j)', async (config) => {
    const path = await writeConfig(config)
    expect(await call(['plugins', path])).toEqual({
      code: 0,
      stdout: "No plugins.\n  A plugin is named in a config: import { sse } from '@benchpress/plugin-sse', then plugins: [sse()].\n",
      stderr: '',
    })
    expect((await call(['plugins', path, '--json'])).stdout).toBe('{\n  "plugins": []\n}\n')
  })
})

describe('a wrong plugin ends the command with 2, in one message', () => {
  test.each([
    [{ plugins: [{ module: './nowhere.mjs' }] }, /plugins\[0\]\.module: the plugin module file:.*nowhere\.mjs cannot be loaded/],
    [{ plugins: [{ module: './lines/plugin.js', options: { greting: 'hi' } }] }, /plugins\[0\]\.options: unknown key greting/],
    [{ plugins: [{ module: './quiet.mjs' }, { module: './quiet.mjs' }] }, /plugins\[1\]: is a second plugin named "quiet"/],
    [{ plugins: {} }, /plugins: must be/],
  ])('%j ends with 2 and one message', async (config, message) => {
    const path = await writeConfig(config)
    const { code, stdout, stderr } = await call(['plugins', path])
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([code, stdout]).toEqual([2, ''])
  })

  test.each([
    [['plugins'], {}, /^benchpress: no benchpress\.config.* in \/ or above\n {2}Write one with benchpress init\. .*plugins: \[sse\(\)\]/],
    [['plugins', 'nope.json'], {}, /^benchpress: there is no file \/nope\.json\n/],
    [['plugins', 'http://localhost:1'], {}, /^benchpress: a URL has no plugins\n/],
    [['plugins', '--', 'node', 'x.js'], {}, /^benchpress: benchpress plugins starts no command\n/],
    [['plugins', 'a', 'b'], {}, /too many arguments/],
    [['plugins', '-c', '5'], {}, /unknown option '-c'/],
    [['plugins'], { env: { BENCHPRESS_CONECTIONS: '3' } }, /BENCHPRESS_CONECTIONS: there is no such variable[^]*no benchpress\.config/],
  ])('%j ends with 2 and one message', async (args, changes, message) => {
    const { code, stdout, stderr } = await call(args, changes)
    expect(stderr).toMatch(message)
    expect([code, stdout]).toEqual([2, ''])
  })
})
