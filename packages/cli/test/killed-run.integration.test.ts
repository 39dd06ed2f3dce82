import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { expectPartial, killRun, readStream } from './killed-run.ts'
import { startServer } from './start-server.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-killed-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('a run that is killed leaves a partial result, and a stream of whole lines', async () => {
  const killed = await killRun(folder, 500)
  await expectPartial(killed)
  const lines = await readStream(killed)
  expect(lines[0]).toMatchObject({ type: 'start', schemaVersion: 1 })
  expect(lines.map(({ type }) => type)).not.toContain('end')
})

test('a run that ends by itself leaves its results, no checkpoint, and a stream that ends with a verdict', async () => {
  const server = await startServer((_request, response) => response.end('ok'))
  const { code } = await call([server.url, '-n', '20', '-c', '1', '-o', 'done/', '-o', 'done.ndjson'], { cwd: folder })
  await server.close()
  expect([0, 97]).toContain(code)
  expect(await readdir(join(folder, 'done'))).toContain('result.json')
  expect(await readdir(join(folder, 'done'))).not.toContain('checkpoint.json')
  const lines = (await readFile(join(folder, 'done.ndjson'), 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', tests: [{ repeat: 1 }] })
})
