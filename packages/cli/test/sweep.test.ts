import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { startServer } from './start-server.ts'
import type { StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-sweep-'))
  server = await startServer((_request, response) => {
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function kindsOf(stdout: string): unknown[] {
  const { tests }: SuiteResult = JSON.parse(stdout)
  return tests.map(({ sweep, scenarios: [scenario] }) => [
    sweep?.parameter,
    sweep?.value,
    scenario?.workload.kind,
    scenario?.counts.started,
  ])
}

describe('--sweep', () => {
  test('runs once with each value, and draws them in text and Markdown', async () => {
    const output = join(folder, 'report.md')
    const { code, stdout } = await call([server.url, '--sweep', 'connections=1,2,4', '-n', '40', '-w', '0', '--no-progress', '-o', output])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Sweep over connections\n.*\n│ connections │ Req\/Sec │/)
    expect(stdout).toMatch(/Requests\/s\n/)
    expect(await readFile(output, 'utf8')).toContain('### Sweep over connections')
  })

  test('makes users of connections where it is over users, and a rate where it is over one', async () => {
    const { stdout } = await call([server.url, '--sweep', 'users=1,2', '-n', '4', '-w', '0', '--json'])
    expect(kindsOf(stdout)).toEqual([
      ['users', 1, 'users', 4],
      ['users', 2, 'users', 4],
    ])
    const rates = await call([server.url, '--sweep', 'rate=100/s,200', '-n', '4', '-w', '0', '--json'])
    expect(kindsOf(rates.stdout)).toEqual([
      ['rate', '100/s', 'rate', 4],
      ['rate', 200, 'rate', 4],
    ])
  })

  test('is multiplied by --scale, and replaces that of a config', async () => {
    const config = {
      target: server.url,
      workers: 0,
      scenarios: { items: { request: {}, workload: { users: 1, iterations: { each: 2 } } } },
      sweep: { users: [5, 6] },
    }
    const path = join(folder, 'sweep.config.json')
    await writeFile(path, JSON.stringify(config))
    const own = await call(['run', path, '--scale', '0.4', '--json'])
    // 2 of 5, and 2.4 of 6, are the same.
    expect(kindsOf(own.stdout)).toEqual([['users', 2, 'users', 4]])
    const given = await call(['run', path, '--sweep', 'users=1,3', '--json'])
    expect(kindsOf(given.stdout)).toEqual([
      ['users', 1, 'users', 2],
      ['users', 3, 'users', 6],
    ])
  })

  test('is planned', async () => {
    const { code, stdout } = await call(['plan', server.url, '--sweep', 'connections=1,8'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Test \S+ connections=1\n[^]*Test \S+ connections=8\n/)
  })

  test.each([
    ['usres=1', /^benchpress: --sweep: usres is no parameter of the workload of any scenario\n {2}known are connections, /],
    ['users', /^benchpress: --sweep users: must be a parameter and its values, such as users=10,20,40/],
    ['users=0,1', /^benchpress: --sweep: users must be at least 1 \(was 0\)/],
    [
      'scenarios.requests.request.headers.cookie=a',
      /^benchpress: --sweep: cannot be over scenarios\.requests\.request\.headers\.cookie, a secret\n/,
    ],
  ])('%s is refused', async (sweep, message) => {
    const { code, stderr } = await call([server.url, '-H', 'cookie: a', '--sweep', sweep])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})
