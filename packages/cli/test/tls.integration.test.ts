import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificate, certificateKey, startSecureServer, type SecureServer } from '../../core/test/servers/secure-server.ts'
import { call, expectDone } from './captured-io.ts'

let folder = ''
let server: SecureServer
let shown = 0
let secured: (readonly [version: string | null, cipher: string])[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchpress-tls-'))
  writeFileSync(join(folder, 'cert.pem'), certificate)
  writeFileSync(join(folder, 'key.pem'), certificateKey)
  shown = 0
  secured = []
  server = await startSecureServer({
    requestCert: true,
    rejectUnauthorized: false,
    requestsOnConnection: 1,
    onCertificate: () => (shown += 1),
    onConnection: (version, cipher) => secured.push([version, cipher]),
  })
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

// The connection that checks whether the target is up is not logged, since it sends nothing.
const probes = 1

/** Counts the handshakes of TLS 1.2 in a file of keys. */
function keysIn(...path: readonly string[]): number {
  return readFileSync(join(folder, ...path), 'utf8').match(/^CLIENT_RANDOM [0-9a-f]{64} [0-9a-f]{96}$/gm)?.length ?? 0
}

test('the flags of TLS reach the server, and keys are logged to the file of SSLKEYLOGFILE', async () => {
  const cipher = 'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384'
  const flags = ['--ca', 'cert.pem', '--cert', 'cert.pem', '--key', 'key.pem', '--servername', 'localhost', '--ciphers', cipher]
  const versions = ['--tls-min', '1.2', '--tls-max', '1.2', '--tls-resume', 'perUser']
  const line = [`https://127.0.0.1:${server.port}`, '-c', '1', '-n', '3', '--json', ...flags, ...versions]
  const { code, stdout } = await call(line, { cwd: folder, env: { SSLKEYLOGFILE: 'keys.log' } })
  expectDone(code, stdout)
  const { tests }: { tests: { target: { tls: unknown }; scenarios: { counts: unknown; handshakes: unknown }[] }[] } = JSON.parse(stdout)
  expect(tests[0]).toMatchObject({
    target: { tls: { verified: true, protocol: 'TLSv1.2' } },
    scenarios: [{ counts: { outcomes: { ok: 3 } }, handshakes: { full: { count: 1 } } }],
  })
  expect(shown).toBe(secured.length)
  expect([...new Set(secured.map(([version]) => version))]).toEqual(['TLSv1.2'])
  expect([...new Set(secured.map(([, suite]) => suite))]).toEqual([
    expect.stringMatching(/^TLS_ECDHE_(RSA|ECDSA)_WITH_AES_256_GCM_SHA384$/),
  ])
  expect(keysIn('keys.log')).toBe(secured.length - probes)
})

test("a config's file of keys is beside the config, wherever the command is given", async () => {
  mkdirSync(join(folder, 'elsewhere'))
  const config = {
    target: `https://localhost:${server.port}`,
    tls: { ca: certificate, maxVersion: 'TLSv1.2', keyLogFile: 'keys.log' },
    scenarios: { reads: { request: {}, workload: { connections: 1, requests: 1 } } },
  }
  writeFileSync(join(folder, 'benchpress.config.json'), JSON.stringify(config))
  const { code, stdout } = await call(['run'], { cwd: join(folder, 'elsewhere') })
  expectDone(code, stdout)
  expect(keysIn('keys.log')).toBe(secured.length - probes)
})
