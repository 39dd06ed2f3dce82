import { InvalidConfigError, type SuiteConfig, type WorkloadConfig } from '@benchpress/core'
import { expect, test } from 'vitest'
import { inFlagWords } from './in-flag-words.ts'

test('a problem that every test has is reported once', () => {
  const issues = [0, 1].map((index) => ({ path: `tests[${index}].timeout`, message: 'is wrong' }))
  expect(inFlagWords(new InvalidConfigError(issues), suiteOf({ connections: 1 })).problems).toEqual([
    { message: '--timeout: is wrong', hint: undefined },
  ])
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
  ['tls', '--cert and --key'],
  ['scenarios.requests.workload.rate', '--rate'],
  ['scenarios.requests.workload.maxUsers', '--max-users'],
  ['scenarios.requests.workload.arrivals', '--arrivals'],
  ['scenarios.requests.workload.users', '--users'],
  ['scenarios.requests.workload.iterations.shared', '--requests'],
  ['seed', '--seed'],
  ['unixSocket', '--unix'],
  ['target', 'URL'],
  ['target.startTimeout', '--start-timeout'],
  ['variants.multi-core.startTimeout', '--start-timeout'],
  ['tests[3].scenarios.requests.workload.rate', '--rate'],
  ['something.else', 'something.else'],
])('a problem at %s is reported for %s', (path, source) => {
  const error = inFlagWords(new InvalidConfigError([{ path, message: 'is wrong', hint: 'mend it' }]), suiteOf({ connections: 1 }))
  expect(error.problems).toEqual([{ message: `${source}: is wrong`, hint: 'mend it' }])
})

test.each([
  [{ users: 5 }, '--users'],
  [{ rate: '5/s' }, '--max-users'],
] as const)('too many connections or users of the workload %j are reported for %s', (workload, flag) => {
  const error = inFlagWords(new InvalidConfigError([{ path: 'scenarios', message: 'need more files' }]), suiteOf(workload))
  expect(error.problems).toEqual([{ message: `${flag}: need more files`, hint: undefined }])
})

function suiteOf(workload: WorkloadConfig): SuiteConfig {
  return { name: 'x', tests: [{ target: 'http://localhost:1', scenarios: { requests: { request: {}, workload } } }] }
}
