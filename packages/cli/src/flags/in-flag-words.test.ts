import { InvalidConfigError } from '@benchpress/core'
import { expect, test } from 'vitest'
import { inFlagWords } from './in-flag-words.ts'

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
  ['unixSocket', '--unix'],
  ['target', 'URL'],
  ['target.startTimeout', '--start-timeout'],
  ['something.else', 'something.else'],
])('what is wrong at %s is said of %s', (path, source) => {
  const error = inFlagWords(new InvalidConfigError([{ path, message: 'is wrong', hint: 'mend it' }]))
  expect(error.problems).toEqual([{ message: `${source}: is wrong`, hint: 'mend it' }])
})
