import type { SuiteConfig, WorkloadConfig } from '@benchpress/core'
import { expect, test } from 'vitest'
import { flagsOfSettings } from './config-flags.ts'
import { nameIssues, type SuiteOrigin } from './name-issues.ts'
import { readFlags } from './read-flags.ts'

test('a problem that every test has is reported once', () => {
  const issues = [0, 1].map((index) => ({ path: `tests[${index}].timeout`, message: 'is wrong' }))
  expect(nameIssues(issues, originOf())).toEqual([{ message: '--timeout: is wrong', hint: undefined }])
})

test.each([
  ['scenarios.requests.workload', '--connections'],
  ['scenarios.requests.workload.pipelining', '--pipelining'],
  ['scenarios.requests.request.headers.content-length', '--header content-length'],
  ['scenarios.requests.request[1].method', '--method'],
  ['scenarios.requests.request.path', 'URL'],
  ['scenarios.requests.request.expect.status[0]', '--expect-status'],
  ['scenarios.requests.reconnectAfter', '--reconnect-after'],
  ['scenarios', '--connections'],
  ['timeout', '--timeout'],
  ['tls.ca', '--ca'],
  ['scenarios.requests.workload.rate', '--rate'],
  ['scenarios.requests.workload.maxUsers', '--max-users'],
  ['scenarios.requests.workload.arrivals', '--arrivals'],
  ['scenarios.requests.workload.users', '--users'],
  ['scenarios.requests.workload.requests', '--requests'],
  ['scenarios.requests.workload.iterations.shared', '--requests'],
  ['seed', '--seed'],
  ['unixSocket', '--unix'],
  ['target', 'URL'],
  ['target.startTimeout', '--start-timeout'],
  ['variants.multi-core.startTimeout', '--start-timeout'],
  ['tests[3].scenarios.requests.workload.rate', '--rate'],
  ['repeats', '--runs'],
  ['something.else', 'something.else'],
])('a problem at %s of a suite of flags is reported for %s', (path, name) => {
  const [problem] = nameIssues([{ path, message: 'is wrong' }], originOf({ options: { header: ['content-length: 1'] } }))
  expect(problem?.message).toBe(`${name}: is wrong`)
})

test.each([
  ['scenarios.reads.workload.duration', 'must be longer than 0 (was "0s")', '--duration 0s: must be longer than 0'],
  ['timeout', 'must be longer than 0 (was 0)', 'BENCHPRESS_TIMEOUT=0: must be longer than 0'],
  ['connectTimeout', 'must be longer than 0 (was 0)', 'connectTimeout: must be longer than 0 (was 0)'],
  ['scenarios.reads.workload.maxUsers', 'must be a number (was "x")', '--connections x: must be a number'],
  [
    'tests[1].scenarios.reads.workload',
    'workers (4) cannot be greater than connections (2)',
    'tests[1].scenarios.reads.workload: workers (4) cannot be greater than --connections 2',
  ],
])('a problem at %s of a config is reported for the flag that set it, or by its path', (path, message, named) => {
  const options = { duration: '0s', connections: 'x' }
  const [problem] = nameIssues([{ path, message }], originOf({ from: 'config', options, env: { BENCHPRESS_TIMEOUT: '0' } }))
  expect(problem?.message).toBe(named)
})

test('a problem of the load of a preset is reported for the flags that made it', () => {
  const own = { flags: { size: { flags: '--size <count>', description: 'x', parse: () => 1 } }, values: { size: 1 } }
  const origin = { ...originOf({ from: 'preset', options: { scale: '0.1', timeout: '1' } }), own }
  const [problem] = nameIssues([{ path: 'scenarios.senders.workload.stages', message: 'plans nothing' }], origin)
  expect(problem?.message).toBe('--size, --timeout and --scale: plans nothing')
})

test.each([
  [{ timeout: '1' }, 'variants: are wrong'],
  [{ timeout: '1', url: ['one=:1', 'many=:2'] }, '--url: are wrong'],
])('a problem of the variants of a preset with %j is of no flag but --url', (options, named) => {
  const origin = { ...originOf({ from: 'preset', options }), own: { flags: {}, values: {} } }
  expect(nameIssues([{ path: 'variants', message: 'are wrong' }], origin)[0]?.message).toBe(named)
})

test.each([
  ['cert needs key', '--cert needs --key'],
  ['minVersion (TLSv1.3) is newer than maxVersion (TLSv1.2)', '--tls-min TLSv1.3 is newer than --tls-max TLSv1.2'],
  ['duration and requests cannot be given together', '--duration and --requests cannot be given together'],
])('fields that exclude each other are flags: %s', (message, named) => {
  expect(nameIssues([{ path: 'tls', message }], originOf())).toEqual([{ message: named, hint: undefined }])
})

test.each(['a', 'a.path'])('a value at %s of a form may be a secret, and is not shown', (place) => {
  const issues = [{ path: `scenarios.requests.request.form.${place}`, message: 'must be an object (was "hunter2")' }]
  expect(nameIssues(issues, originOf({ options: { form: '{"a":"hunter2"}' } }))[0]?.message).toBe(`--form ${place}: must be an object`)
})

test.each([
  [{ users: 5 }, '--users'],
  [{ rate: '5/s' }, '--max-users'],
] as const)('too many connections or users of the workload %j are reported for %s', (workload, flag) => {
  const [problem] = nameIssues([{ path: 'scenarios', message: 'need more files' }], originOf({ workload }))
  expect(problem?.message).toBe(`${flag}: need more files`)
})

interface Made {
  readonly from?: SuiteOrigin['from']
  readonly workload?: WorkloadConfig
  readonly options?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

function originOf({ from = 'flags', workload = { connections: 1 }, options = {}, env = {} }: Made = {}): SuiteOrigin {
  const source = { options, env, cwd: '/' }
  const suite: SuiteConfig = { name: 'x', tests: [{ target: 'http://localhost:1', scenarios: { requests: { request: {}, workload } } }] }
  return { from, suite, settings: readFlags(flagsOfSettings, source, []), source }
}
