import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasRedis, startRedis } from '../../machines/test/brokers.ts'
import { readRedis } from '../../machines/test/read-all.ts'
import { call } from './captured-io.ts'
import { startAgent } from './start-agent.ts'

describe.skipIf(!hasRedis)('benchpress run --machines', () => {
  test('runs a journey on agents that trust the key, with their secrets, and leaves nothing in the broker', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-machines-'))
    const redis = await startRedis()
    const admin = readRedis(redis.adminUrl)
    const asked: IncomingHttpHeaders[] = []
    const dumps: Promise<string>[] = []
    const server = createServer(({ headers, url }, response) => {
      if (url !== '/') {
        asked.push(headers)
        if (asked.length % 10 === 1) dumps.push(admin.readAll())
      }
      response.end('ok')
    }).listen(0, '127.0.0.1')
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      admin.close()
      await redis.stop()
      await rm(folder, { recursive: true })
    })
    await once(server, 'listening')
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { stdout } = await call(['machines', 'key', 'starter.pem'], { cwd: folder })
    const trust = stdout.trim()
    await writeFile(
      join(folder, 'buy.journey.ts'),
      `import { journey } from '@benchpress/core'
       export default journey(async ({ http, iteration }) => { await http.get('/buy', { query: { index: iteration.globalIndex } }) })`,
    )
    await writeFile(
      join(folder, 'benchpress.config.ts'),
      `export default {
         target: '${target}',
         scenarios: { buy: {
           journey: './buy.journey.ts',
           headers: { authorization: 'Bearer ' + (process.env.API_TOKEN ?? '') },
           workload: { rate: '40/s', iterations: 80 },
         } },
       }`,
    )
    const agents = ['one', 'two'].map(
      async (name) => await startAgent([redis.url, '--trust', trust, '--name', name], { API_TOKEN: 'token-of-the-agents' }),
    )
    await Promise.all(agents)
    process.env['API_TOKEN'] = 'token-of-the-starter'
    onTestFinished(() => void delete process.env['API_TOKEN'])
    const env = { API_TOKEN: 'token-of-the-starter' }

    // As in CI, where the broker and the key stand in the environment.
    const ofMachines = { BENCHPRESS_MACHINES: redis.url, BENCHPRESS_SIGNING_KEY: 'starter.pem' }
    const done = await call(['run', '--agents', '2', '-q', '-o', 'result.json'], { cwd: folder, env: { ...env, ...ofMachines } })
    expect([0, 97], done.stderr).toContain(done.code)
    const text = await readFile(join(folder, 'result.json'), 'utf8')
    const result = JSON.parse(text) as { readonly tests: readonly { readonly runs: readonly unknown[] }[] }
    expect(asked.length).toBe(80)
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-of-the-agents']))
    expect(JSON.stringify(result)).toContain('"name":"two"')
    expect(text).not.toContain('token-of-the-')
    const seen = await Promise.all(dumps)
    expect(seen.length).toBe(8)
    for (const each of seen) {
      expect(each).toContain('.code')
      expect(each).not.toMatch(/token-of-the-/)
    }
    const left = await admin.readAll()
    expect(left).not.toContain('.code')
    expect(await readFile(join(folder, 'result.json'), 'utf8')).not.toContain('of-the-tests')
  })
})

test('everything that is wrong with the flags of machines is reported at once', async () => {
  const url = 'redis://127.0.0.1:1'
  const { code, stderr } = await call(['run', 'http://localhost:1', '--machines', url])
  expect(code).toBe(2)
  expect(stderr).toContain('--machines: the number of agents is missing')
  expect(stderr).toContain('--machines: no --signing-key')
  expect((await call(['run', 'http://localhost:1', '--agents', '2'])).stderr).toContain(
    '--agents: only with --machines\n  Give the URL of the broker',
  )
  const agent = await call(['agent'])
  expect(agent).toMatchObject({ code: 2, stdout: '' })
  expect(agent.stderr).toContain('no URL of a broker')
  expect(agent.stderr).toContain('no --trust')
})
