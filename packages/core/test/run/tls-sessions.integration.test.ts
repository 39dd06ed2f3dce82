import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run, type ScenarioConfig, type ScenarioSummary, type TlsConfig } from '../../src/index.ts'
import { certificate, startSecureServer, type SecureServer } from '../servers/secure-server.ts'
import { journey } from '../../src/load/user/journey.ts'

let server: SecureServer
afterEach(() => {
  server.close()
  vi.restoreAllMocks()
})

const requests = 6

/** Six requests, of which the server responds to two on a connection. */
async function load(tls: TlsConfig, kind: 'connections' | 'users'): Promise<ScenarioSummary> {
  server = await startSecureServer({ requestsOnConnection: 2 })
  const target = `https://localhost:${server.port}`
  const scenario: ScenarioConfig =
    kind === 'connections'
      ? { request: {}, workload: { connections: 1, requests } }
      : { journey: journey(async ({ http }) => void (await http.get('/'))), workload: { users: 1, iterations: requests } }
  const result = await run({ target, tls: { ca: certificate, ...tls }, workers: 0, scenarios: { secure: scenario } })
  return result.scenario('secure')
}

function handshakesOf({ handshakes: { full, resumed }, tlsTime }: ScenarioSummary): readonly number[] {
  return [full.count, resumed.count, tlsTime.count]
}

describe.each(['connections', 'users'] as const)('TLS of %s', (kind) => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'every handshake is a whole one, unless a user may go on with its session (%s)',
    async (maxVersion) => {
      const plain = await load({ maxVersion }, kind)
      const opened = plain.connections.opened
      expect(opened).toBeGreaterThanOrEqual(3)
      expect(handshakesOf(plain)).toEqual([opened, 0, opened])
      server.close()
      const resuming = await load({ maxVersion, resume: 'perUser' }, kind)
      expect(handshakesOf(resuming)).toEqual([1, resuming.connections.opened - 1, resuming.connections.opened])
      expect(resuming.counts.outcomes.ok).toBe(requests)
    },
  )
})

test('certificates and keys are read once for all connections of a scenario', async () => {
  const create = vi.spyOn(process.getBuiltinModule('node:tls'), 'createSecureContext')
  const { connections } = await load({}, 'connections')
  expect(connections.opened).toBeGreaterThanOrEqual(3)
  // One for the connection that checks that the target is there.
  expect(create.mock.calls.filter(([options]) => options?.ca === certificate)).toHaveLength(2)
})

test('the versions and ciphers of TLS are those of the config', async () => {
  server = await startSecureServer()
  const ask = async (tls: TlsConfig): Promise<string | null | undefined> => {
    const scenarios = { secure: { request: {}, workload: { connections: 1, requests: 1 } } }
    const result = await run({ target: `https://localhost:${server.port}`, tls: { ca: certificate, ...tls }, workers: 0, scenarios })
    return result.target.tls?.protocol
  }
  expect(await ask({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256' })).toBe('TLSv1.2')
  expect(await ask({ minVersion: 'TLSv1.3' })).toBe('TLSv1.3')
})

test('the TLS keys of all connections are appended to a file that nobody else can read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchpress-keys-'))
  const keyLogFile = join(folder, 'keys.log')
  const { connections } = await load({ keyLogFile }, 'connections')
  const secrets = readFileSync(keyLogFile, 'utf8').match(/^CLIENT_TRAFFIC_SECRET_0 [0-9a-f]+ [0-9a-f]+$/gm)
  const { mode } = statSync(keyLogFile)
  rmSync(folder, { recursive: true })
  expect(secrets).toHaveLength(connections.opened)
  expect((mode & 0o777).toString(8)).toBe('600')
})
