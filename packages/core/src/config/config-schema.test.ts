import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cert, cwd, key, messageOf, minimal, otherKey, withRequest, withWorkload } from '../../test/config-fixture.ts'
import type { Config } from './config.ts'
import { resolveConfig } from './resolve-config.ts'

const encryptedKey = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'right' })

describe('scenarios', () => {
  test('scenarios keep their order and their own settings', () => {
    const { scenarios } = resolveConfig({
      ...minimal,
      scenarios: {
        second: { request: [{ path: '/a' }, { path: '/b' }], workload: { connections: 2 }, uniqueIds: true, reconnectAfter: 5, bailout: 3 },
        'a.b:c-d_1': minimal.scenarios.reads,
      },
    })
    expect(scenarios.map(({ name }) => name)).toEqual(['second', 'a.b:c-d_1'])
    expect(scenarios[0]).toMatchObject({ requests: [{ path: '/a' }, { path: '/b' }], uniqueIds: true, reconnectAfter: 5, bailout: 3 })
  })

  test.each([
    [{}, 'scenarios: must have at least one scenario'],
    [[], 'scenarios: must be an object (was a list)'],
    [{ reads: { ...minimal.scenarios.reads, bailout: 0 } }, 'scenarios.reads.bailout: must be at least 1 (was 0)'],
  ])('the scenarios %j are refused', (scenarios, message) => {
    expect(messageOf({ ...minimal, scenarios })).toBe(message)
  })
})

describe('dns', () => {
  test.each([
    ['first', { select: 'first', ttl: undefined }],
    [{ ttl: '30s' }, { select: 'rotate', ttl: 30e6 }],
  ])('%j is read', (dns, read) => {
    expect(resolveConfig({ ...minimal, dns }).dns).toEqual(read)
  })

  test.each([
    ['random', 'dns: must be "rotate", "first" or an object such as { ttl: "30s" } (was "random")'],
    [{ ttl: '500ms' }, 'dns.ttl: must be at least 1s'],
    [{ policy: 'any' }, 'dns: unknown key "policy"; known are select, ttl'],
  ])('%j is refused', (dns, message) => {
    expect(messageOf({ ...minimal, dns })).toBe(message)
  })
})

describe('workers', () => {
  test('the number of workers for auto is at least one, and at most the number of connections', () => {
    expect(resolveConfig({ ...minimal, workers: 'auto' }).workers).toBeGreaterThanOrEqual(1)
    expect(resolveConfig({ ...withWorkload({ connections: 1 }), workers: 'auto' }).workers).toBe(1)
    expect(resolveConfig({ ...minimal, workers: 0 }).workers).toBe(0)
  })

  test.each([
    [0.5, 'workers: must be a whole number (was 0.5)'],
    ['many', 'workers: must be a whole number from 0, or "auto" (was "many")'],
    [11, 'scenarios.reads.workload: workers (11) cannot be greater than connections (10); a worker would have nothing to do'],
  ])('the workers %j are refused', (workers, message) => {
    expect(messageOf({ ...minimal, workers })).toBe(message)
  })
})

describe('connections', () => {
  test('TLS options and the Unix socket are taken over', () => {
    const tls = {
      insecure: true,
      ca: [cert],
      cert,
      key,
      passphrase: 'secret',
      servername: 'example.com',
      resume: 'perUser',
      ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
    } as const
    expect(resolveConfig({ ...minimal, tls, unixSocket: 'a.sock' }, { cwd })).toMatchObject({ tls, unixSocket: `${cwd}/a.sock` })
  })

  test.each([
    [
      { tls: { ca: 'ca.pem' } },
      'tls.ca: must be a certificate in PEM format, which begins with BEGIN CERTIFICATE; give the text of the file, not its path',
    ],
    [{ tls: { cert, key: cert } }, 'tls.key: must be a private key in PEM format, which begins with BEGIN PRIVATE KEY'],
    [{ tls: { cert, key: otherKey } }, 'tls.key: does not belong to cert: key values mismatch; give the private key of that certificate'],
    [{ tls: { cert, key: encryptedKey } }, 'tls.key: is encrypted; give its passphrase'],
    [{ tls: { cert, key: encryptedKey, passphrase: 'wrong' } }, 'tls.passphrase: does not open the key'],
    [{ tls: { key } }, 'tls: key needs cert; give the certificate of the key'],
    [
      { tls: { verify: false } },
      'tls: unknown key "verify"; known are insecure, ca, cert, key, passphrase, servername, resume, minVersion, maxVersion, ciphers, keyLogFile',
    ],
    [{ tls: { resume: 'always' } }, 'tls.resume: must be "never" or "perUser" (was "always")'],
    [{ tls: { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.2' } }, 'tls: minVersion (TLSv1.3) is newer than maxVersion (TLSv1.2)'],
    [
      { tls: { ciphers: 'none such' } },
      'tls.ciphers: names no cipher suite: "none such"; list those that openssl ciphers prints, with colons',
    ],
    [{ tls: { keyLogFile: '/no/such/keys' } }, 'tls.keyLogFile: cannot be written: /no/such/keys; give a file in a folder that exists'],
    [{ unixSocket: '' }, 'unixSocket: must not be empty'],
    [{ unixSocket: 'http://localhost' }, 'unixSocket: must be the path of a Unix socket (was "http://localhost")'],
  ])('the connection options %j are refused', (part, message) => {
    expect(messageOf({ ...minimal, ...part })).toBe(message)
  })

  test('the path of a key log file is relative to the folder of the config', () => {
    const { tls } = resolveConfig({ ...minimal, tls: { keyLogFile: 'keys.log' } }, { cwd })
    expect(tls.keyLogFile).toBe(join(cwd, 'keys.log'))
    expect(messageOf({ ...minimal, tls: { keyLogFile: 'no/such/keys' } })).toBe(
      `tls.keyLogFile: cannot be written: ${cwd}/no/such/keys; give a file in a folder that exists`,
    )
  })

  test('no message of TLS options shows a key', () => {
    const broken = (label: string): string => `-----BEGIN ${label}-----\nsecret\n-----END ${label}-----\n`
    expect(messageOf({ ...minimal, tls: { cert, key: 'my secret key' } })).not.toContain('secret')
    expect(messageOf({ ...minimal, tls: { cert, key: broken('PRIVATE KEY') } })).toMatch(/^tls.key: cannot be read: (?!.*secret)/)
    expect(messageOf({ ...minimal, tls: { cert: broken('CERTIFICATE'), key } })).toMatch(/^tls.cert: cannot be read: (?!.*secret)/)
  })
})

test('a config of the declared type resolves', () => {
  const config: Config = {
    target: { url: 'http://localhost' },
    scenarios: { reads: { request: [{ path: '/' }], workload: { connections: 1 } } },
  }
  expect(resolveConfig(config).name).toBe('test')
})

test('the parts of a config that are sent to threads can be cloned', () => {
  const { target: _target, ...rest } = resolveConfig(withRequest({ json: {}, form: undefined, expect: { status: 200, body: 'ok' } }))
  expect(structuredClone(rest)).toEqual(rest)
})
