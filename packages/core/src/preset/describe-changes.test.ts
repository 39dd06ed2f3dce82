import type { SuiteConfig } from '../config/config.ts'
import { expect, test } from 'vitest'
import { applySettings } from '../config/change/change-suite.ts'
import type { Settings } from '../config/change/settings.ts'
import { describeChanges } from './describe-changes.ts'

const nothing: Settings = {}
const documented: SuiteConfig = {
  name: 'shop',
  repeats: 3,
  tests: [
    {
      name: 'shop',
      target: 'http://localhost:8000',
      scenarios: { test: { request: { path: '/test' }, workload: { connections: 500, pipelining: 10, duration: '30s' } } },
    },
  ],
}

test('describeChanges lists the differences from the documented test', () => {
  const changed = applySettings(documented, { ...nothing, duration: '1', runs: 1, scale: 0.1, warmup: '2s', insecure: true })
  expect(describeChanges(documented, documented)).toEqual([])
  expect(describeChanges(documented, changed)).toEqual([
    'runs 3 -> 1',
    'TLS verification on -> off',
    'connections 500 -> 50',
    'duration 30s -> 1s',
    'warmup 0s -> 2s',
  ])
})

test('describeChanges reports settings of the connections and of the timing', () => {
  const settings: Settings = {
    timing: 'coarse',
    timeout: '3s',
    maxHeaderSize: 1000,
    dns: 'first',
    resume: 'perUser',
    maxVersion: 'TLSv1.2',
  }
  expect(describeChanges(documented, applySettings(documented, settings))).toEqual([
    'timing auto -> coarse',
    'timeout 10s -> 3s',
    'longest head 16384 bytes -> 1000 bytes',
    'addresses rotate -> first',
    'TLS sessions never -> perUser',
    'TLS versions oldest to newest -> oldest to TLSv1.2',
  ])
})

test('describeChanges reports another kind of workload, and the settings that it no longer has', () => {
  const changed = applySettings(documented, { ...nothing, rate: '30/m', maxUsers: 20 })
  expect(describeChanges(documented, changed)).toEqual([
    'connections 500 -> none',
    'pipelining 10 -> none',
    'refill each -> none',
    'rate none -> 0.5/s',
    'most users none -> 20',
    'arrivals none -> uniform',
  ])
})

test('describeChanges lists the changes of the request', () => {
  const request = { method: 'POST', body: 'hi', expectStatus: [201], uniqueIds: true }
  const headers = { authorization: 'Bearer abc', 'x-a': '1' }
  expect(describeChanges(documented, applySettings(documented, { ...nothing, ...request, headers }))).toEqual([
    'method GET -> POST',
    'headers none -> authorization: [redacted]; x-a: 1',
    'body none -> hi',
    'expected response 200 to 399 -> {"status":[201]}',
    'unique ids off -> on',
  ])
})
