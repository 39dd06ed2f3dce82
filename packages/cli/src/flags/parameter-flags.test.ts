import { checkValues, type Parameters } from '@benchpress/core/preset'
import { expect, test } from 'vitest'
import type { Flag } from './flag.ts'
import { flagsOfPreset } from './parameter-flags.ts'

const parameters: Parameters = {
  pageSize: { kind: 'count', says: 'items of a list', default: 20_000, variable: 'SHOP_PAGE_SIZE' },
  retries: { kind: 'count', says: 'retries', least: 0 },
  rate: { kind: 'rate', says: 'orders per second', default: 5 },
  churn: { kind: 'share', says: 'who leaves', default: 0.01 },
  pause: { kind: 'time', says: 'how long', default: 5 },
  resume: { kind: 'switch', says: 'comes back' },
  mode: { kind: 'word', words: ['sound', 'batch'], says: 'how', default: 'sound' },
  base: { kind: 'path', says: 'where', defaultSays: 'the root' },
  metrics: { kind: 'url', says: 'counters' },
  token: { kind: 'secret', says: 'sent, and not shown' },
  users: { kind: 'count', says: 'users', setting: 'users' },
}

const flags = flagsOfPreset({ parameters })

test('each parameter is a flag with its default, unless a flag of every command stands for it', () => {
  const shown = ({ flags: text, default: documented, env }: Flag<unknown>): unknown => [text, documented, env]
  expect(Object.values(flags).map(shown)).toEqual([
    ['--page-size <count>', 'the documented 20,000', 'SHOP_PAGE_SIZE'],
    ['--retries <count>', undefined, undefined],
    ['--rate <rate>', 'the documented 5', undefined],
    ['--churn <share>', 'the documented 0.01', undefined],
    ['--pause <time>', 'the documented 5 s', undefined],
    ['--resume', undefined, undefined],
    ['--mode <mode>', 'the documented sound', undefined],
    ['--base <path>', 'the root', undefined],
    ['--metrics <url>', undefined, undefined],
    ['--token <token>', undefined, undefined],
  ])
})

test.each<[string, string, unknown]>([
  ['pageSize', '10k', 10_000],
  ['retries', '0', 0],
  ['rate', '30/m', '30/m'],
  ['churn', '1', 1],
  ['pause', '250ms', '250ms'],
  ['resume', 'true', true],
  ['mode', 'batch', 'batch'],
  ['base', '/api', '/api'],
  ['metrics', 'localhost:3001/metrics', 'http://localhost:3001/metrics'],
  ['token', 'hunter2', 'hunter2'],
])('the text of %s is a value of its kind', async (key, text, value) => {
  const read = flags[key]?.parse([text], { cwd: '/' })
  expect(read).toEqual(value)
  expect(await checkValues({ parameters }, { [key]: read })).toEqual([])
})

test.each([
  ['pageSize', '0'],
  ['rate', '0/s'],
  ['churn', '1.5'],
  ['pause', '0'],
  ['mode', 'fast'],
  ['base', 'api'],
  ['metrics', 'ftp://a'],
  ['token', 'abc'],
])('a wrong text of %s is refused', async (key, text) => {
  const issues = await checkValues({ parameters }, { [key]: flags[key]?.parse([text], { cwd: '/' }) })
  expect(issues).toEqual([expect.objectContaining({ path: key, message: expect.stringMatching(/^must be/) as unknown })])
})
