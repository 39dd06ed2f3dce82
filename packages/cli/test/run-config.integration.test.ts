import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
const received: { readonly url: string | undefined }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-run-'))
  server = await startServer(({ url }, response) => {
    received.push({ url })
    response.end('{"hello":"world!"}')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('benchpress run', () => {
  test('runs the nearest config, and flags replace its settings', async () => {
    received.length = 0
    const config = {
      name: 'mine',
      target: server.url,
      scenarios: { reads: { request: { path: '/r' }, workload: { connections: 1, duration: '60s' } } },
    }
    await writeFile(join(folder, 'benchpress.config.json'), JSON.stringify(config))
    const { code, stdout } = await call(['run', '-n', '10'], { cwd: join(folder, 'out') })
    expectDone(code, stdout)
    expect(stdout).toContain('Running 10 requests test @')
    expect(received.map(({ url }) => url)).toEqual(Array.from({ length: 10 }, () => '/r'))
  })

  const workload = { connections: 1, requests: 1 }
  test.each([
    [{}, ['target: is required', 'scenarios: is required']],
    [{ target: 'http://x' }, ['scenarios: is required']],
    [{ target: 'http://x', scenarios: null }, ['scenarios: ']],
    [{ target: 'http://x', scenarios: [] }, ['scenarios: must be an object']],
    [{ target: 'http://x', scenarios: { a: null } }, ['scenarios.a: must be an object']],
    [{ target: 'http://x', scenarios: { a: [] } }, ['scenarios.a: must be an object']],
    [{ target: 'http://x', scenarios: { a: { requset: {}, workload } } }, ['scenarios.a: unknown key "requset"; did you mean "request"?']],
    [{ target: 'http://x', scenarios: { a: { request: null, workload } } }, ['scenarios.a.request: must be a request']],
    [{ target: 'http://x', scenarios: { a: { request: 'x', workload } } }, ['scenarios.a.request: must be a request']],
    [{ target: 'http://x', scenarios: { a: { request: [null], workload } } }, ['scenarios.a.request[0]: must be an object']],
    [{ target: 'http://x', scenarios: { a: { request: {} } } }, ['scenarios.a.workload: is required']],
    [{ target: 'http://x', scenarios: { a: { request: {}, workload: 5 } } }, ['scenarios.a.workload: must be an object']],
    [{ target: 5, scenarios: 'x' }, ['target: must be', 'scenarios: must be an object']],
    [{ target: null, tls: 'x', scenarios: { a: 1 } }, ['target: ', 'tls: must be an object', 'scenarios.a: must be an object']],
    [
      { target: 'http://x', scenarios: { a: { request: { headers: 5, expect: 'x' }, workload } } },
      ['.headers: must be', '.expect: must be'],
    ],
  ])('the config %j is refused with what is wrong, with and without flags', async (config, messages) => {
    const path = join(folder, 'shape.json')
    await writeFile(path, JSON.stringify(config))
    const flags = ['-c', '2', '-n', '4', '-H', 'a: b', '-b', 'x', '-E', 'y', '-k', '--scale', '2']
    for (const args of [[], flags]) {
      const { code, stdout, stderr } = await call(['run', path, ...args])
      for (const message of messages) expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/internal error|\n\s+at /)
      expect([code, stdout]).toEqual([2, ''])
    }
  })

  test('a flag that cannot change any scenario of the config is refused', async () => {
    const path = join(folder, 'journeys.json')
    await writeFile(path, JSON.stringify({ target: server.url, scenarios: { a: { journey: './a.ts', workload: { users: 1 } } } }))
    const { code, stderr } = await call(['run', path, '-c', '2', '-b', 'x'])
    expect(stderr).toBe(
      'benchpress: --connections: the workload is in users\n  Give --users.\n' +
        'benchpress: --body: the requests are those of a journey\n  Change the journey.\n' +
        `benchpress: scenarios.a.journey: no such file: ${join(folder, 'a.ts')} (was "./a.ts")\n`,
    )
    expect(code).toBe(2)
  })

  test('reports everything that is wrong with a config, and ends with 2', async () => {
    const path = join(folder, 'wrong.json')
    await writeFile(path, '{ "targt": "http://x", "scenarios": { "a": { "request": {}, "workload": { "connections": 0 } } } }')
    const { code, stderr, stdout } = await call(['run', path])
    expect(stderr).toMatch(/^(benchpress: .*\n)+$/)
    expect(stderr).toContain('did you mean "target"?')
    expect(stderr).toContain('scenarios.a.workload.connections')
    expect([code, stdout]).toEqual([2, ''])
  })
})
