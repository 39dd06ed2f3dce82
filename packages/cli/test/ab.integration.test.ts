import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { freePort } from '../../../test/free-port.ts'
import { InterruptedError } from '../src/command-io.ts'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
let heard = (): void => undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-ab-'))
  server = await startServer((_request, response) => {
    heard()
    response.end('hello')
  })
  await writeFile(
    join(folder, 'server.mjs'),
    `import { createServer } from 'node:http'\ncreateServer((_request, response) => response.end(process.argv[2])).listen(Number(process.env.AB_PORT))\n`,
  )
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const ab = (...args: readonly string[]): ReturnType<typeof call> => call(['ab', ...args], { cwd: folder })

describe('benchpress ab', () => {
  // Runs of this length are too short to be compared, so there is one round.
  const gone = ['-n', '20', '-c', '2', '-W', '0', '--fail-on', 'p99 > +5%', '-o', 'gone.md']
  const short = ['-n', '20', '-c', '2', '-W', '0', '--no-progress']

  test('runs both sides by turns, keeps all runs, and reports when they are too few', async () => {
    const { code, stdout, stderr } = await ab('--a', server.url, '--b', `${server.url}/other`, ...short, '-o', 'ab.json', '-o', 'ab.md')
    const why = /^benchpress: no round counts, and it takes 5: run 1 of .* \(A\) lasted .* s, less than the 3 s that can be compared\n$/
    expect([code, stderr]).toEqual([97, expect.stringMatching(why)])
    expect(stdout).toContain('no round counts, and it takes 5: run 1 of ')
    const { name, tests, rounds }: SuiteResult = JSON.parse(await readFile(join(folder, 'ab.json'), 'utf8'))
    expect(rounds).toBe(1)
    expect(tests.map(({ variant, repeat }) => `${variant}${repeat}`)).toEqual(['A1', 'B1', 'B2', 'A2'])
    const host = server.url.replace('http://', '')
    expect([name, tests[0]?.name]).toEqual([`${host}/ and ${host}/other`, `${host}/ and ${host}/other`])
    expect(new Set(tests.map(({ seed }) => seed)).size).toBe(1)
    expect(tests.map(({ target }) => target.url.endsWith('/other'))).toEqual([false, true, true, false])
    expect(await readFile(join(folder, 'ab.md'), 'utf8')).toContain('Whether **B** is better or worse than A is undecided')
    const { stdout: report } = await call(['report', 'ab.json'], { cwd: folder })
    expect(report).toMatch(
      /Whether B is better or worse than A is undecided\n {2}inconclusive: .* because rounds are judged as they are made/,
    )
  })

  test('starts commands that share a URL, one after the other', async () => {
    const port = await freePort()
    const command = (text: string): string => `node server.mjs ${text}`
    const config = {
      name: 'ab',
      target: { command: command('x'), ready: `http://127.0.0.1:${port}`, env: { AB_PORT: String(port) } },
      scenarios: { reads: { request: {}, workload: { connections: 2, requests: 20 } } },
    }
    await writeFile(join(folder, 'ab.config.json'), JSON.stringify(config))
    const { code, stderr } = await ab(
      'ab.config.json',
      '--a',
      command('one'),
      '--b',
      command('two'),
      '--budget',
      '1ms',
      '--no-progress',
      '-o',
      'commands.json',
    )
    expect([code, stderr]).toEqual([97, expect.stringContaining('no round counts')])
    const { tests }: SuiteResult = JSON.parse(await readFile(join(folder, 'commands.json'), 'utf8'))
    expect(tests.map(({ target, scenarios }) => [target.command?.at(-1), scenarios[0]?.counts.outcomes.ok])).toEqual([
      ['one', 20],
      ['two', 20],
      ['two', 20],
      ['one', 20],
    ])
  })

  test('keeps what was measured when it is interrupted', async () => {
    const controller = new AbortController()
    heard = () => controller.abort(new InterruptedError('SIGINT'))
    const args = ['ab', '--a', server.url, '--b', server.url, '-c', '1', '-d', '20', '-o', 'partial.json', '--no-progress']
    const { code, stdout } = await call(args, { cwd: folder, signal: controller.signal })
    heard = () => undefined
    expect(code).toBe(130)
    expect(stdout).toContain('Whether B is better or worse than A is undecided')
    const { tests }: SuiteResult = JSON.parse(await readFile(join(folder, 'partial.json'), 'utf8'))
    expect(tests[0]?.interrupted?.cause).toBe('signal')
  })

  test('ends with 96 where a side does not start, and reports that first', async () => {
    const { code, stdout, stderr } = await ab('--a', server.url, '--b', 'node gone.mjs', server.url, ...gone)
    expect(code).toBe(96)
    expect(stderr).toMatch(
      /^Running at most 20 rounds of A, B, B, A, and none that would end after 10m\n  .*: 20 requests, 2 connections @ A and B\n\n[^]*round 1: .*\(B\) was not made: [^]*p99 > \+5% is undecided in .*: no round counts\nbenchpress: B did not start: /,
    )
    expect(stdout).toMatch(/^B did not start: .*\nWhether B is better or worse than A is undecided$/m)
    expect(await readFile(join(folder, 'gone.md'), 'utf8')).toMatch(/B did not start: [^]*Whether \*\*B\*\* is[^]*p99 > \+5%: undecided/)
  })

  test('quotes what a side printed before it ended, line by line and without control characters', async () => {
    await writeFile(join(folder, 'dies.mjs'), String.raw`console.error('one\ntwo\u001b[31m'); process.exitCode = 3`)
    const { stdout, stderr } = await ab('--a', 'node dies.mjs', '--b', 'node other.mjs', 'http://127.0.0.1:1', '-d', '3')
    const ended = 'the command "node dies.mjs" exited with code 3 before it was ready; it printed:'
    expect(stderr).toContain(`was not made: ${ended} one two`)
    expect(stderr).toMatch(/\nbenchpress: A did not start: .*it printed:\n {2}one\n {2}two\S*\n$/)
    expect(stderr).not.toContain('\\x0a')
    expect(stderr).not.toContain('\u001b')
    expect(stdout).toContain(`A did not start: ${ended} one two`)
    expect(stdout).not.toContain('in spite of')
  })

  test.each([60, 200])('breaks its messages between words on a terminal of %i columns', async (columns) => {
    const args = ['ab', '--a', server.url, '--b', `${server.url}/other`, ...short]
    const { stderr } = await call(args, { cwd: folder, columns })
    const lines = stderr.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('no round counts, and it takes 5: run 1 of')
  })

  test('writes no secret of a config, a URL, an argument or a variable in any format, whatever a target prints', async () => {
    const print = `console.error('printed', process.env.NPM_TOKEN, process.env.DB_PASSWORD, 'config-s3cret', 'http://me:printed-s3cret@shop.test/?token=query-s3cret')`
    await writeFile(join(folder, 'telling.mjs'), `${print}\nprocess.exitCode = 3\n`)
    const config = {
      name: 'of config-s3cret',
      target: {
        command: 'node x.mjs',
        ready: 'http://me:url-s3cret@127.0.0.1:1/?api_key=ready-s3cret',
        env: { DB_PASSWORD: 'target-s3cret' },
      },
      secrets: { pin: 'config-s3cret' },
      scenarios: {
        'config-s3cret': { request: { headers: { 'x-own': 'header-s3cret' } }, workload: { connections: 2, duration: '5s' } },
      },
    }
    await writeFile(join(folder, 'telling.config.json'), JSON.stringify(config))
    vi.stubEnv('NPM_TOKEN', 'env-s3cret')
    onTestFinished(() => void vi.unstubAllEnvs())
    const side = 'node telling.mjs --password argument-s3cret'
    const files = ['json', 'md', 'html', 'txt'].map((ending) => `telling.${ending}`)
    const args = ['ab', 'telling.config.json', '--a', side, '--b', side, '--fail-on', 'p99 > +5%', ...files.flatMap((file) => ['-o', file])]
    const env = { NPM_TOKEN: 'env-s3cret' }
    const printed = await Promise.all([[], ['--json'], ['--markdown']].map((more) => call([...args, ...more], { cwd: folder, env })))
    expect(
      printed.map(({ code }) => code),
      printed[0]?.stderr,
    ).toEqual([96, 96, 96])
    const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    for (const text of [...written, ...printed.flatMap(({ stdout, stderr }) => [stdout, stderr])])
      expect(text.match(/[^\s]{0,60}\w+-s3cret/g)).toBeNull()
    expect(written.every((text) => text.includes('printed'))).toBe(true)
  })
})
