import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { sumOutcomes } from '@benchpress/core/report'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { resultProblems } from '../../../test/result-schema.ts'
import { expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))

let server: StartedServer
let folder = ''
let served = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-cli-'))
  server = await startServer((_request, response) => {
    served += 1
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('the benchpress command', () => {
  test('prints its version', async () => {
    const { stdout, exitCode } = await benchpress(['--version'])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
    expect(exitCode).toBe(0)
  })

  test.each([[['--conections', '3']], [['http://localhost:1', '-c', '0']]])('%j ends with 2, one message and no stack', async (args) => {
    const { stderr, stdout, exitCode } = await benchpress(args)
    expect(stderr).toMatch(/^benchpress: /)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  test('ends although a journey leaves a timer running', async () => {
    await writeFile(
      join(folder, 'timer.journey.mjs'),
      'setInterval(() => undefined, 1000)\nexport default async ({ http }) => { await http.get("/") }\n',
    )
    await writeFile(join(folder, 'timer.json'), configOf('./timer.journey.mjs', { users: 1, iterations: 3 }))
    const { exitCode, timedOut, stdout } = await benchpress(['run', 'timer.json', '-q'])
    expect([timedOut, exitCode, stdout]).toEqual([false, 0, expect.stringContaining('Verdict: ')])
  })

  test('a journey that Node.js reads as CommonJS is named, with its line and what to do', async () => {
    await writeFile(join(folder, 'old.journey.cjs'), 'import assert from "node:assert"\nexport default () => assert\n')
    await writeFile(join(folder, 'old.json'), configOf('./old.journey.cjs', { users: 1, iterations: 3 }))
    const { exitCode, stderr } = await benchpress(['run', 'old.json'])
    expect(stderr).toMatch(
      /old\.journey\.cjs cannot be loaded: Cannot use import statement outside a module \(.*old\.journey\.cjs:1\); name it \.mts/,
    )
    expect(exitCode).toBe(2)
  })

  test('ends with 96, and long before its time, when nothing is listening', async () => {
    const { stderr, stdout, exitCode } = await benchpress([`http://127.0.0.1:${await freePort()}`, '-d', '3600'])
    expect(stderr).toMatch(/^Running .*\n10 connections\n\nbenchpress: nothing is listening at /)
    expect([exitCode, stdout]).toEqual([96, ''])
  })

  test('ends with 2 when the port is busy before the command is started', async () => {
    const { stderr, exitCode } = await benchpress([
      'preset',
      'deserve',
      '--url',
      server.url,
      '-d',
      '1',
      '--',
      'node',
      '-e',
      'setInterval(() => {}, 1000)',
    ])
    expect(stderr).toMatch(/^benchpress: .*\b\d+\b/m)
    expect(exitCode).toBe(2)
  })

  test('ends with 96 when the target ends before it is ready, and shows its output', async () => {
    const program = 'console.error("no database"); process.exit(3)'
    const { stderr, exitCode } = await benchpress(['http://127.0.0.1:9', '--', 'node', '-e', program])
    expect(stderr).toContain('no database')
    expect(exitCode).toBe(96)
  })

  test('prints JSON that the published schema accepts, with counts that add up', async () => {
    const { stdout, exitCode } = await benchpress([server.url, '-n', '200', '-c', '4', '--json'])
    expectDone(exitCode, stdout)
    expect(countsOf(readSuite(stdout))).toMatchObject([{ scheduled: 200, started: 200, dropped: 0, outcomes: { ok: 200 } }])
  })
})

describe('an interruption', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('an interruption by %s gives a partial result that adds up, and ends with %i', async (signal, code) => {
    const path = join(folder, `${signal}.json`)
    const before = served
    const running = benchpress([server.url, '-c', '4', '-d', '60', '-o', path])
    await expect.poll(() => served, { timeout: 20_000 }).toBeGreaterThan(before + 200)
    running.kill(signal)
    const { exitCode, stdout, stderr } = await running
    expect(exitCode).toBe(code)
    expect(stderr).toContain('ending the run early')
    expect(stdout).toContain('Verdict: ')
    const suite = readSuite(await readFile(path, 'utf8'))
    expect(suite.tests[0]?.interrupted).toMatchObject({ cause: 'signal' })
    for (const { scheduled, started, dropped, outcomes } of countsOf(suite)) {
      expect(started + dropped).toBe(scheduled)
      expect(sumOutcomes(outcomes)).toBe(started)
    }
  })

  test('a second interruption ends the command at once', async () => {
    let asked = 0
    const hanging = await startServer(() => {
      asked += 1
    })
    const running = benchpress([hanging.url, '-c', '2', '-d', '60', '-t', '60'])
    let said = ''
    running.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    try {
      await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(0)
      running.kill('SIGINT')
      await expect.poll(() => said, { timeout: 20_000 }).toContain('once more stops at once')
      // Two signals within a moment count as one, so the signal is sent until the process reacts.
      const again = setInterval(() => running.kill('SIGINT'), 100)
      const { exitCode } = await running
      clearInterval(again)
      expect(exitCode).toBe(130)
    } finally {
      await hanging.close()
    }
  })
})

describe('a target that was started', () => {
  test('a target that ignores SIGTERM is gone when the second interruption ends the command', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const program = `
      process.on('SIGTERM', () => {})
      require('node:http').createServer((q, r) => r.end(String(process.pid))).listen(${port}, '127.0.0.1')`
    // Without the second interruption the target would be given an hour to end.
    const target = { command: [process.execPath, '-e', program], ready: url, stopTimeout: '1h' }
    const scenarios = { reads: { request: {}, workload: { connections: 1, duration: '60s' } } }
    await writeFile(join(folder, 'stubborn.json'), JSON.stringify({ target, scenarios }))
    const running = benchpress(['run', 'stubborn.json'])
    const ask = (): Promise<string> =>
      fetch(url).then(
        (response) => response.text(),
        () => '',
      )
    let pid = ''
    await expect.poll(async () => (pid = await ask()), { timeout: 20_000 }).not.toBe('')
    try {
      // Two signals within a moment count as one, so the signal is sent until the process reacts.
      const interrupting = setInterval(() => running.kill('SIGINT'), 100)
      const { exitCode } = await running
      clearInterval(interrupting)
      expect(exitCode).toBe(130)
      await expect.poll(() => isAlive(Number(pid))).toBe(false)
    } finally {
      if (isAlive(Number(pid))) process.kill(Number(pid), 'SIGKILL')
    }
  })
})

describe.runIf(existsSync('/dev/full'))('an output that takes nothing', () => {
  test('an output that cannot be written ends the command with 1 and one line, and leaves the files complete', async () => {
    const path = join(folder, 'full.json')
    const args = [server.url, '-n', '20', '-o', path]
    const { stderr, exitCode } = await execa('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, bin, ...args], surroundings())
    expect(stderr).toMatch(/^benchpress: stdout could not be written: ENOSPC.*$/m)
    expect(exitCode).toBe(1)
    expect(countsOf(readSuite(await readFile(path, 'utf8')))).toMatchObject([{ started: 20 }])
  })

  test('a reader that closes the pipe is no fault', async () => {
    const script = `"$0" "$@" | head -c 1; exit "\${PIPESTATUS[0]}"`
    const { stderr, exitCode } = await execa(
      'bash',
      ['-c', script, process.execPath, bin, server.url, '-n', '20', '--json', '--no-progress'],
      surroundings(),
    )
    expect(stderr).toBe('')
    // 97 is for a machine that is too busy for a valid run.
    expect([0, 97]).toContain(exitCode)
  })
})

function readSuite(json: string): SuiteResult {
  const suite: SuiteResult = JSON.parse(json)
  expect(resultProblems(suite)).toEqual([])
  return suite
}

function countsOf(suite: SuiteResult): readonly SuiteResult['tests'][number]['scenarios'][number]['counts'][] {
  return suite.tests.flatMap(({ scenarios }) => scenarios.map(({ counts }) => counts))
}

// The return types are execa's, which follow its options.
function benchpress(args: readonly string[]) {
  return execa(process.execPath, [bin, ...args], surroundings())
}

function configOf(journey: string, workload: object): string {
  return JSON.stringify({ target: server.url, scenarios: { a: { journey, workload } } })
}

function surroundings() {
  return { reject: false, cwd: folder, env: { CI: '1' }, timeout: 100_000, stdin: 'ignore' } as const
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
