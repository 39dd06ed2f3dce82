import { afterAll, beforeAll, expect, test } from 'vitest'
import { Registry } from '../../../examples/hypha/src/registry.ts'
import { startBrokenAuctions } from './broken-auctions.ts'
import { call } from '../../cli/test/captured-io.ts'
import { codeOf, type ToldTest } from './preset-programs.ts'
import { startServer, type StartedServer } from '../../cli/test/start-server.ts'

const kinds = { right: undefined, wrong: 'arguments' } as const
const servers = new Map<string, StartedServer>()

beforeAll(async () => {
  for (const [name, breakage] of Object.entries(kinds)) {
    const registry = new Registry({ break: breakage })
    const server = await startServer(({ method = 'GET', url: target = '/' }, response) => {
      const { status, headers, body } = registry.respond({ method, target, body: '' })
      response.writeHead(status, headers).end(body)
    })
    servers.set(name, server)
  }
  servers.set('everything', await startServer((_request, response) => response.end('{"wrong":true}')))
  servers.set('other', await startServer((_request, response) => response.writeHead(404).end('<html>')))
})

afterAll(async () => {
  for (const server of servers.values()) await server.close()
})

const small = ['--scale', '0.01', '--mode', 'batch', '-w', '0']

test('wrong responses of functions with several arguments fail the threshold of the levels, and make one endpoint alone invalid', async () => {
  const url = servers.get('wrong')?.url ?? ''
  const max = await read(['preset', 'hypha:max', '--url', url])
  const levels = max.tests.filter(({ name }) => name.startsWith('Max'))
  expect(levels).toHaveLength(4)
  for (const { verdict, thresholds } of levels) {
    expect(verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'errors', level: 'suspect' }))
    expect(thresholds).toEqual([expect.objectContaining({ selector: 'http_failed', passed: false, inconclusive: null })])
  }
  // Of the two endpoints that the document runs alone, one has several arguments.
  const alone = max.tests.filter(({ verdict }) => verdict.reasons.some(({ rule }) => rule === 'no-success'))
  expect(alone.map(({ name }) => name)).toEqual([expect.stringMatching(/^Individual, math\.power/)])
  expect(max.code).toBe(codeOf(max.tests))
  expect([97, 99]).toContain(max.code)
  const burst = await read(['preset', 'hypha:burst', '--url', url])
  expect(burst.code).toBe(97)
  for (const { verdict } of burst.tests) expect(verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'no-success' }))
})

test.each([
  ['deserve', 'GET /test had the response 404'],
  ['bridge', 'GET /events had the response 404'],
  ['nestjs:load', 'GET /api/auctions had the response 404'],
  ['nestjs:websocket', 'GET /api/auctions had the response 404'],
  ['nestjs:max', 'GET /api/auctions had the response 404'],
  ['hypha:single', 'GET /default/services/benchmark-service had the response 404'],
  ['hypha:max', 'GET /default/services/max-throughput-service had the response 404'],
  ['hypha:endpoints', 'GET /default/services/stress-test-service had the response 404'],
  ['hypha:burst', 'GET /default/services/stress-test-service had the response 404'],
  ['toska:kv', 'GET /stats had the response 404'],
  ['toska:replication', 'GET /stats had the response 404'],
  ['toska:redis', 'GET /stats had the response 404'],
])("%s against somebody else's server ends with 96 before any load: %s", async (preset, said) => {
  const url = servers.get('other')?.url ?? ''
  const { code, stdout, stderr } = await call(['preset', preset, '--url', url])
  expect([code, stdout]).toEqual([96, ''])
  expect(stderr).toContain(`benchpress: ${url} is not what preset ${preset.split(':')[0]} tests: ${said}\n`)
})

test('an auction service without a login by name ends with 96 and the way on, unless tokens are given', async () => {
  const published = await startBrokenAuctions({ 'POST /api/auth/login': [404, { message: 'Cannot POST /api/auth/login' }] })
  const { code, stdout, stderr } = await call(['preset', 'nestjs:load', '--url', published.url])
  expect([code, stdout]).toEqual([96, ''])
  expect(stderr).toContain(`${published.url} is not what preset nestjs tests: POST /api/auth/login had the response 404\n`)
  expect(stderr).toContain('--tokens FILE')
  await published.close()
})

test.each([
  ['other', 'right', 'GET /default/services/benchmark-service had the response 404'],
  ['right', 'other', 'GET /default/services had the response 404'],
] as const)(
  'hypha:compare of a single instance that is %s and a cluster that is %s ends with 96 before any load: %s',
  async (single, cluster, said) => {
    const [url = '', ofCluster = ''] = [single, cluster].map((kind) => servers.get(kind)?.url)
    const { code, stdout, stderr } = await call(['preset', 'hypha:compare', '--url', `single=${url}`, '--url', `cluster=${ofCluster}`])
    expect([code, stdout]).toEqual([96, ''])
    expect(stderr).toContain(`benchpress: ${servers.get('other')?.url} is not what preset hypha tests: ${said}\n`)
  },
)

test.each([
  ['other', 'GET /health had the response 404'],
  ['everything', 'GET /default/services does not contain "benchmark-service"'],
])('hypha:cluster against other servers, %s, ends with 96 and the fault of each: %s', async (kind, said) => {
  const url = servers.get(kind)?.url ?? ''
  const other = url.replace('127.0.0.1', 'localhost')
  const { code, stdout, stderr } = await call(['preset', 'hypha:cluster', '--url', `${url},${other}`])
  expect([code, stdout]).toEqual([96, ''])
  expect(stderr).toContain(`none of the 2 servers is available:\n  ${url}: ${said}\n  ${other}: ${said}\n`)
})

test('a preset with a threshold that fails ends with 99, and names the threshold', async () => {
  const flags = ['--json', ...small, '--threshold', 'http_requests count < 1', '--threshold', 'http_failed rate < 1%']
  const { code, stdout, stderr } = await call(['preset', 'hypha:endpoints', '--url', servers.get('right')?.url ?? '', ...flags])
  const { tests } = JSON.parse(stdout) as { readonly tests: readonly ToldTest[] }
  for (const { thresholds } of tests)
    expect(thresholds.map(({ selector, passed }) => [selector, passed])).toEqual([
      ['http_failed', true],
      ['http_failed', true],
      ['http_requests', false],
    ])
  expect(code).toBe(codeOf(tests))
  expect([97, 99]).toContain(code)
  expect(stderr.match(/^benchpress: .*threshold failed: http_requests count < 1 \(count was [\d,]+\)$/gm)).toHaveLength(tests.length)
})

async function read(args: readonly string[]): Promise<{ readonly code: number; readonly tests: readonly ToldTest[] }> {
  const { code, stdout } = await call([...args, '--json', ...small])
  return { code, tests: (JSON.parse(stdout) as { readonly tests: readonly ToldTest[] }).tests }
}
