import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedResult } from '../../report/test/recorded-results.ts'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
let asked = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-inputs-'))
  server = await startServer((_request, response) => {
    asked += 1
    response.end('hello')
  })
  const scenarios = { reads: { request: {}, workload: { connections: 1, requests: 5 } } }
  const write = async (name: string, value: object): Promise<void> => await writeFile(join(folder, name), JSON.stringify(value))
  await write('base.config.json', { target: server.url })
  await write('x.config.json', { extends: './base.config.json', scenarios })
  await write('body.json', { id: 1 })
  const result = recordedResult('connections')
  await write('a.json', result)
  await write('b.json', { ...result, tests: result.tests.map((run) => ({ ...run, startedAt: '2026-01-01T00:00:00.000Z' })) })
  await mkdir(join(folder, 'kept'))
  await write('kept/result.json', result)
  await write('kept/config.json', { target: server.url, scenarios })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function contents(): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).toSorted()
  return await Promise.all(files.map(async (name) => `${name} ${await readFile(join(folder, name), 'utf8')}`))
}

test.each([
  ['run', 'x.config.json', '-o', 'x.config.json'],
  ['run', 'x.config.json', '-o', './base.config.json'],
  // A report folder has a config.json of its own.
  ['run', 'kept/config.json', '-o', 'kept/'],
  ['run', 'x.config.json', '-o', 'json=x.config.json'],
  ['ab', 'x.config.json', '--a', 'http://localhost:1', '--b', 'http://localhost:2', '-o', 'x.config.json'],
  ['report', 'a.json', '-o', 'a.json'],
  ['report', 'kept', '-o', 'kept/'],
  ['compare', 'a.json', 'b.json', '--allow', 'verdict', '-o', 'b.json'],
])('benchpress %s %s writes to nothing that it reads', async (...args) => {
  const before = await contents()
  const { code, stderr } = await call(args, { cwd: folder })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^benchpress: --output \S+\.json: is read by this command, and would be overwritten\n {2}Name another file\.$/m),
  ])
  expect(await contents()).toEqual(before)
  expect(asked).toBe(0)
})

test.each([
  ['the file of a form', 'upload.ndjson', { request: { method: 'POST', form: { f: { type: 'file', path: 'upload.ndjson' } } } }],
  ['a feed', 'users.ndjson', { journey: './journey.ts' }],
  ['a journey', 'journey.ts', { journey: './journey.ts' }],
])('%s is not written to', async (_what, file, does) => {
  await writeFile(join(folder, 'upload.ndjson'), '{"id":1}')
  await writeFile(join(folder, 'users.ndjson'), '{"id":1}')
  const journey = `import { feed, journey } from ${JSON.stringify(import.meta.resolve('@benchpress/core'))}
feed(new URL('users.ndjson', import.meta.url), { mode: 'random' })
export default journey(async (user) => { await user.http.get('/') })\n`
  await writeFile(join(folder, 'journey.ts'), journey)
  const workload = 'journey' in does ? { users: 1, iterations: 5 } : { connections: 1, requests: 5 }
  await writeFile(join(folder, 'reads.config.json'), JSON.stringify({ target: server.url, scenarios: { reads: { ...does, workload } } }))
  const before = await readFile(join(folder, file), 'utf8')
  const output = file.endsWith('.ts') ? `json=${file}` : file
  for (const quiet of [[], ['--quiet']]) {
    const { code, stderr } = await call(['run', 'reads.config.json', '-o', output, ...quiet], { cwd: folder })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}: is read by this command, and would be overwritten`)])
  }
  expect(await readFile(join(folder, file), 'utf8')).toBe(before)
  expect(asked).toBe(0)
})

test('no output is written to the file of a request body', async () => {
  const { code, stderr } = await call([server.url, '-m', 'POST', '-i', 'body.json', '-n', '5', '-o', 'body.json'], { cwd: folder })
  expect([code, stderr]).toEqual([2, expect.stringContaining('body.json: is read by this command')])
  expect(await readFile(join(folder, 'body.json'), 'utf8')).toBe('{"id":1}')
})
