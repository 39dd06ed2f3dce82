import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
let load: readonly string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-lost-'))
  server = await startServer((_request, response) => response.end('hello'))
  load = [server.url, '-n', '20', '-c', '2']
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('a collector of metrics that is down', () => {
  test('a collector that is down is reported with exit code 1, and nothing else is lost or left behind', async () => {
    // OpenTelemetry's own variable: how long sending is retried.
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stdout, stderr } = await call([...load, '-o', 'report/', '-o', 'alone.json', '--otlp', url], { cwd: folder })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^benchpress: ${url} did not take the metrics: .*ECONNREFUSED`, 'm'))
    expect(stdout).toMatch(/^Verdict: /m)
    const files = await readdir(join(folder, 'report'))
    expect(files).toEqual(expect.arrayContaining(['index.html', 'report.md', 'result.json']))
    expect(files).not.toContain('checkpoint.json')
    expect(await readFile(join(folder, 'alone.json'), 'utf8')).toBe(await readFile(join(folder, 'report/result.json'), 'utf8'))
  })
})

describe.runIf(existsSync('/dev/full'))('on a full disk', () => {
  test('a stream that cannot be written ends the command with 1, and the result is still printed', async () => {
    await symlink('/dev/full', join(folder, 'full.ndjson'))
    const { code, stdout, stderr } = await call([...load, '-q', '-o', 'full.ndjson'], { cwd: folder })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^benchpress: .*full\.ndjson could not be written to its end: ENOSPC/m)
    expect(stdout).toMatch(/^Verdict: /m)
    expect(stdout).not.toContain('written: ')
  })

  test('a step summary that cannot be written is a warning, and the exit code is that of the run', async () => {
    await symlink('/dev/full', join(folder, 'summary'))
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary') }
    const { code, stdout, stderr } = await call(load, { cwd: folder, env })
    expectDone(code, stdout)
    expect(stderr).toMatch(/^benchpress: .*summary could not be written: ENOSPC/m)
    const asked = await call([...load, '-o', env.GITHUB_STEP_SUMMARY], { cwd: folder, env })
    expect(asked.code).toBe(1)
  })
})

test('only files that were written are listed, and a file that could not be written is named with exit code 1', async () => {
  await mkdir(join(folder, 'half'))
  const ending = await startServer((_request, response) => {
    // Found free before the run, and taken while it is under way.
    mkdirSync(join(folder, 'half/index.html/taken'), { recursive: true })
    response.end('hello')
  })
  const { code, stdout, stderr } = await call([ending.url, '-n', '20', '-o', 'half/', '-o', 'whole.json'], { cwd: folder })
  await ending.close()
  expect(code).toBe(1)
  expect(stdout).toMatch(/; written: half\/result\.json, half\/report\.md, half\/environment\.json, half\/config\.json, whole\.json\n$/)
  expect(stderr).toMatch(/^benchpress: .*half\/index\.html could not be written: \w+/m)
})

test('a step summary that cannot be opened is left out, and the run is made', async () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'missing.json/summary') }
  expect((await call([...load, '-o', 'missing.json'], { cwd: folder })).stdout).toContain('Verdict: ')
  const { code, stdout, stderr } = await call(load, { cwd: folder, env })
  expectDone(code, stdout)
  expect(stderr).toMatch(/^benchpress: no summary of the step: .*cannot be written: .* is a file, not a folder$/m)
})
