import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../report/test/hostile-result.ts'
import { resultProblems } from '../../../test/result-schema.ts'
import { call } from './captured-io.ts'

// Characters that could affect a terminal: control characters other than a line end, and invisible ones.
const harmful = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u
const body = hostileTexts.join(' ')
let folder = ''
let server: Server
let url = ''

// Written to the socket, since a server of Node.js refuses to send some of these characters.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-hostile-'))
  server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', () => {
      const bytes = Buffer.from(body)
      socket.write(
        `HTTP/1.1 500 <script>alert(1)</script> [x](y) \u009b31m\tred\r\nX-Evil: <img src=x>\r\ncontent-length: ${bytes.length}\r\n\r\n`,
        'latin1',
      )
      socket.write(bytes)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address !== null) url = `http://127.0.0.1:${address.port}`
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('the texts of a hostile target and config reach the terminal, Markdown, JSON and the stream as harmless text', async () => {
  const [first = '', second = '', , , terminal = '', bidi = ''] = hostileTexts
  const config = {
    name: `${first}${terminal}`,
    target: url,
    workers: 0,
    scenarios: {
      reads: {
        request: { path: `/<script>?${encodeURIComponent(second)}`, expect: { body: bidi } },
        workload: { users: 1, iterations: 1 },
      },
    },
    thresholds: { http_failed: 'rate < 1%' },
  }
  await writeFile(join(folder, 'hostile.json'), JSON.stringify(config))
  const outputs = ['-o', 'result.json', '-o', 'report.md', '-o', 'run.ndjson']
  const { stdout, stderr } = await call(['run', 'hostile.json', ...outputs, '--no-progress'], { cwd: folder })
  expect(stdout, stderr).toContain('Failures by example')
  for (const printed of [stdout, stderr]) expect(printed.match(harmful)).toBeNull()
  const written = await readFile(join(folder, 'report.md'), 'utf8')
  expect(written).toContain('Failures by example')
  expect(written.match(harmful)).toBeNull()
  expect(written.replaceAll(/\\[\\`*_{}[\]<|#~&]/g, '')).not.toMatch(/<|\]\(/)
  const json = await readFile(join(folder, 'result.json'), 'utf8')
  expect(json.match(harmful)).toBeNull()
  const result: unknown = JSON.parse(json)
  expect(resultProblems(result)).toEqual([])
  const received: unknown = expect.stringContaining(first)
  expect(result).toMatchObject({ tests: [{ scenarios: [{ name: 'reads', errors: [{ examples: [{ status: 500, received }] }] }] }] })
  const stream = await readFile(join(folder, 'run.ndjson'), 'utf8')
  expect(stream.match(harmful)).toBeNull()
  const lines = stream.trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('type')
})

test('what a target printed before it ended, and what it responds, are no commands to GitHub Actions, and annotations are', async () => {
  const config = (target: unknown): string =>
    JSON.stringify({
      target,
      workers: 0,
      scenarios: { reads: { request: { path: '/' }, workload: { users: 1, iterations: 1 } } },
      thresholds: { http_failed: 'rate < 1%' },
    })
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
  const printing = "console.log('::error::owned\\n  ::add-mask::a\\nx ##[error]y'); process.exitCode = 1"
  await writeFile(
    join(folder, 'ends.json'),
    config({ command: ['node', '-e', printing], url: 'http://127.0.0.1:9', ready: { log: 'ready' } }),
  )
  await writeFile(join(folder, 'responds.json'), config(url))
  const ended = await call(['run', 'ends.json'], { cwd: folder, env })
  expect(ended.stderr).toContain('owned')
  expect(`${ended.stdout}\n${ended.stderr}`).not.toMatch(/^\s*::|##\[/m)
  const { stdout, stderr } = await call(['run', 'responds.json'], { cwd: folder, env })
  expect(stdout).not.toMatch(/^\s*::|##\[/m)
  expect(stderr).toMatch(/^::error title=Load test failed::/m)
  const json = await call(['run', 'responds.json', '--json'], { cwd: folder, env })
  expect(json.stdout).not.toMatch(/^\s*::|##\[/m)
  expect(() => JSON.parse(json.stdout) as unknown).not.toThrow()
})
