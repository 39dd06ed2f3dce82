import type { SuiteConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { applySettings, type Settings } from '@benchpress/core/preset'
import { flagsOfSettings } from './config-flags.ts'
import { readFlags } from './read-flags.ts'

const base: SuiteConfig = {
  name: 'base',
  tests: [
    {
      target: 'http://localhost:1',
      timeout: '3s',
      scenarios: {
        one: {
          request: { path: '/a', headers: { Accept: 'x', 'x-a': '1' }, json: { a: 1 } },
          workload: { connections: 10, duration: '30s' },
        },
        many: { request: [{ path: '/b' }, { path: '/c', method: 'PUT' }], workload: { connections: 5, requests: 100 } },
      },
    },
  ],
}

describe('applySettings', () => {
  test('changes nothing when nothing is given', () => {
    expect(applySettings(base, settings({}))).toEqual(base)
  })

  test('leaves a list of scenarios to the check of the config', () => {
    const scenarios = [{ journey: './sort.journey.ts' }] as never
    expect(applySettings({ name: 'base', tests: [{ scenarios }] }, settings({ duration: '1' })).tests).toEqual([{ scenarios }])
  })

  test('puts the servers of a URL with commas in the place of the target', () => {
    const [changed] = applySettings(base, settings({ url: 'http://a:1/x, b:2,:3' })).tests
    expect(changed?.target).toEqual({ servers: ['http://a:1/x', 'http://b:2', 'http://localhost:3'] })
    expect(applySettings(base, settings({ url: 'a:1' })).tests[0]?.target).toBe('http://a:1')
  })

  test('replaces the matching fields of every scenario', () => {
    const [changed] = applySettings(
      base,
      settings({ connections: '7', duration: '1', warmup: '2s', timeout: '9', runs: '4', insecure: 'true', maxHeaderSize: '64k' }),
    ).tests
    expect(changed).toMatchObject({ timeout: '9', maxHeaderSize: 64_000, tls: { insecure: true } })
    expect(changed?.scenarios['one']?.workload).toEqual({ connections: 7, duration: '1', warmup: '2s' })
    expect(changed?.scenarios['many']?.workload).toEqual({ connections: 7, duration: '1', warmup: '2s' })
  })

  test('a number of requests takes the place of a duration', () => {
    const [changed] = applySettings(base, settings({ requests: '1k' })).tests
    expect(changed?.scenarios['one']?.workload).toEqual({ connections: 10, requests: 1000 })
  })

  test('a body takes the place of another kind of body, and headers are added to those of the config', () => {
    const [changed] = applySettings(base, settings({ body: 'text', header: ['accept: y'] })).tests
    expect(changed?.scenarios['one']).toHaveProperty('request', { path: '/a', headers: { accept: 'y', 'x-a': '1' }, body: 'text' })
    expect(changed?.scenarios['many']).toHaveProperty('request', [
      { path: '/b', headers: { accept: 'y' }, body: 'text' },
      { path: '/c', method: 'PUT', headers: { accept: 'y' }, body: 'text' },
    ])
  })

  test('scale multiplies connections and requests after the other flags, and leaves at least one', () => {
    const [changed] = applySettings(base, settings({ connections: '3', scale: '0.1' })).tests
    expect(changed?.scenarios['many']?.workload).toEqual({ connections: 1, requests: 10 })
  })

  test('--start-timeout applies to a command, and to nothing else', () => {
    const command: SuiteConfig = { ...base, tests: base.tests.map((one) => ({ ...one, target: { command: 'x', ready: { port: 1 } } })) }
    expect(applySettings(command, settings({ startTimeout: '9' })).tests[0]?.target).toMatchObject({ command: 'x', startTimeout: '9' })
    expect(applySettings(base, settings({ startTimeout: '9' })).tests[0]?.target).toBe('http://localhost:1')
  })

  test('--dns chooses addresses, and keeps for how long they are used', () => {
    const dnsOf = (dns: object | undefined): unknown => {
      const tests = base.tests.map((one) => ({ ...one, ...(dns && { dns }) }))
      return applySettings({ ...base, tests }, settings({ dns: 'first' })).tests[0]?.dns
    }
    expect([dnsOf(undefined), dnsOf({ ttl: '30s' })]).toEqual(['first', { ttl: '30s', select: 'first' }])
  })

  test('a title names suite and test', () => {
    expect(applySettings(base, settings({ title: 'x' }))).toMatchObject({ name: 'x', tests: [{ name: 'x' }] })
  })
})

function settings(options: Readonly<Record<string, unknown>>): Settings {
  const source = { options, env: {}, cwd: '/' }
  return readFlags(flagsOfSettings, source, [])
}
