import { request as httpRequest } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Reason, SuiteResult } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startBridge } from '../../../examples/bridge/src/index.ts'
import { countsOf, type BridgeCounts } from '../src/bridge/bridge-counts.ts'
import { call } from '../../cli/test/captured-io.ts'
import { startServer } from '../../cli/test/start-server.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-bridge-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

// A hundredth of the load: 20 subscribers and 40 messages a second, with enough senders for a stall of this process.
const small = ['preset', 'bridge', '--scale', '0.01', '--max-users', '20000', '--seed', '7', '--no-progress']

// Twelve seconds leave more than one before the first message and after the last.
describe('preset bridge against the bridge that comes with it', () => {
  test('loses, doubles and drops nothing without churn, with counts that add up on both sides', async () => {
    const { code, stdout, measured, invalid } = await run(['-d', '12s', '--churn', '0'])
    expect(stdout).toContain('384 accepted, and 384 here; 384 delivered, and 384 here')
    expect(measured).toMatchObject({ dropped: 0, sent: 384, messages: 384, closed: 0, checks: { failed: 0 } })
    expect(measured.delivery).toMatchObject({
      accepted: 384,
      received: 384,
      lost: 0,
      duplicated: 0,
      outOfOrder: 0,
      foreign: 0,
      unstamped: 0,
    })
    expect(measured.checks.passed + measured.checks.failed).toBe(sumOf(measured))
    // Other programs on the machine may spoil the times, which are not tested.
    expect(invalidReasons(invalid)).toEqual([])
    expect(code).toBe(invalid.length > 0 ? 97 : 0)
  })
})

// Concurrent tests are judged only by their own counts.
describe.concurrent('preset bridge against the bridge that comes with it, whose counters they share', () => {
  test('a run with churn misses only messages that were sent while a subscriber reconnected', async () => {
    const { measured } = await run(['-d', '12s', '-r', '20000/s', '--churn', '0.5'])
    expect(measured.closed).toBeGreaterThan(10)
    const { lost, lostInGap, duplicated } = measured.delivery ?? {}
    expect([lost, duplicated]).toEqual([lostInGap, 0])
    expect(measured.checks.passed + measured.checks.failed).toBe(sumOf(measured))
  })

  test('a run with resuming subscribers loses nothing', async () => {
    const { measured } = await run(['-d', '12s', '-r', '20000/s', '--churn', '0.5', '--resume'])
    expect(measured.closed).toBeGreaterThan(10)
    expect(measured.delivery).toMatchObject({ lost: 0, duplicated: 0 })
    expect(measured.messages).toBe(measured.sent)
  })

  test('supports another kind of bridge, with a base path, ids of 64 digits and a ttl', async () => {
    const server = await startBridge({ basePath: '/bridge', ids: 'hex64' })
    onTestFinished(() => server.close())
    const { measured } = await run(['-d', '12s', '--url', `${server.url}/bridge`, '--id-format', 'hex64', '--churn', '0'])
    expect(measured).toMatchObject({ sent: 384, messages: 384, checks: { failed: 0 } })
  })
})

describe('preset bridge against other servers', () => {
  test('counts refused requests by cause, and ends with 97 and its report', async () => {
    const server = await startServer((_request, response) => response.writeHead(401).end())
    const { code, stdout } = await call([...small, '-d', '1s', '--url', server.url, '--token', 'hunter2', '--full'])
    await server.close()
    expect(stdout).toMatch(/sse_refused by reason .*\n(?:.*\n)?.*status 401/)
    expect(stdout).toContain(`they were not read at ${server.url}/metrics: status 401`)
    expect(stdout).not.toContain('hunter2')
    expect(code).toBe(97)
  })

  test('sends the token, and prints it nowhere', async () => {
    const heard = new Set<string | undefined>()
    const server = await startServer((request, response) => {
      heard.add(request.headers.authorization)
      response.writeHead(500).end('no, hunter2')
    })
    const path = join(folder, 'token/')
    await call([...small, '-d', '1s', '--url', server.url, '--token', 'hunter2', '-o', path])
    await server.close()
    expect([...heard]).toContain('Bearer hunter2')
    for (const file of ['result.json', 'config.json', 'report.md'])
      expect(await readFile(join(path, file), 'utf8')).not.toContain('hunter2')
  })

  test('refuses a metrics URL without counters, before any load', async () => {
    let asked = 0
    const server = await startServer((request, response) => {
      // The response by which a bridge is recognised.
      if (request.url === '/events') return response.writeHead(400).end('missing field `client_id`')
      if (request.url !== '/metrics') asked += 1
      return response.writeHead(404).end()
    })
    const { code, stdout, stderr } = await call([...small, '--url', server.url, '--metrics-url', `${server.url}/metrics`])
    await server.close()
    expect(stderr).toContain(`--metrics-url ${server.url}/metrics: status 404`)
    expect([code, stdout, asked]).toEqual([2, '', 0])
  })

  test('counts the connections of subscribers and senders beforehand, and names their flags', async () => {
    const server = await startServer(() => undefined)
    const { code, stderr } = await call(['preset', 'bridge', '--url', server.url, '--subscribers', '1m', '--max-users', '1m', '--ids', '1'])
    await server.close()
    expect(stderr).toMatch(/^benchpress: --subscribers.* and --max-users: 2000000 connections /)
    expect(code).toBe(2)
  })

  test('ends with 96 where nothing is listening', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    const { code, stderr } = await call([...small, '--url', server.url])
    expect(stderr).toMatch(/^benchpress: nothing is listening at /)
    expect(code).toBe(96)
  })
})

test('a bridge that demands other ids is quoted with the flag for them, and a refused subscription is not right whatever its status', async () => {
  const bridge = await startBridge({ ids: 'hex64' })
  onTestFinished(() => bridge.close())
  const path = join(folder, 'refusing/')
  const { code, stdout } = await call([...small, '-d', '2s', '--url', bridge.url, '-o', path])
  expect(stdout).toMatch(/no request failed: 100 % .*public address must be 64 characters long.*: give --id-format hex64/)
  const { tests } = JSON.parse(await readFile(join(path, 'result.json'), 'utf8')) as SuiteResult
  const checks = tests.flatMap(({ scenarios }) => scenarios.flatMap(({ users }) => users?.checks ?? []))
  expect(checks.map(({ name, passed, failed }) => [name, passed, failed > 0])).toEqual([
    ['sse response status is 200', 0, true],
    ['message sent to client', 0, true],
  ])
  expect(code).toBe(97)
})

test('wrong responses fail the run, by the share of right ones', async () => {
  const bridge = await startBridge()
  // One message in five arrives with another greeting; everything else comes from the bridge.
  let sent = 0
  const front = await startServer((request, response) => {
    const asked = httpRequest(`${bridge.url}${request.url}`, { method: request.method, headers: request.headers }, (told) => {
      response.writeHead(told.statusCode ?? 0, told.headers)
      told.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    void text(request).then((body) => asked.end(body !== '' && ++sent % 5 === 0 ? btoa(atob(body).replace('Hello', 'Jello')) : body))
  })
  onTestFinished(async () => {
    await front.close()
    await bridge.close()
  })
  const { code, stdout, stderr } = await call([...small, '-d', '6s', '--churn', '0', '--url', front.url])
  expect(stdout).toMatch(/^ *suspect checks-failed: [\d.]+ % of the checks failed /m)
  expect(stderr).toMatch(/^benchpress: threshold failed: checks rate >= 99% \(rate was 9\d(?:\.\d)? % \(/m)
  // A machine that was too busy makes the run invalid.
  expect([97, 99]).toContain(code)
})

// The checks of a run: one for each event, two more for each message, one for each send and each closed connection.
function sumOf({ events, messages, posts, closed }: BridgeCounts): number {
  return events + 2 * messages + posts + closed
}

interface BridgeRun {
  readonly code: number
  readonly stdout: string
  readonly measured: BridgeCounts
  /** The reasons of an invalid verdict. */
  readonly invalid: Reason[]
}

// The time before the first message and after the last, in milliseconds.
const margin = 1000

/** Runs the preset, and repeats the run where the machine stalled for longer than that margin, as such a run shows nothing. */
async function run(args: readonly string[]): Promise<BridgeRun> {
  const path = join(folder, `${crypto.randomUUID()}/`)
  const { code, stdout, stderr } = await call([...small, ...args, '--full', '-o', path])
  expect(stderr).toBe('')
  expect(await readdir(path)).toContain('index.html')
  const suite = JSON.parse(await readFile(join(path, 'result.json'), 'utf8')) as SuiteResult
  const [only] = suite.tests
  const measured = only === undefined ? undefined : countsOf(only)
  if (only === undefined || measured === undefined) throw new Error('nothing was measured')
  const stops = only.generator.threads.map(({ loopDelay }) => loopDelay.max)
  const lags = only.scenarios.map(({ users }) => users?.sendLag.max ?? 0)
  if (Math.max(...stops, ...lags) > margin) return run(args)
  const invalid = only.verdict.reasons.filter(({ level }) => level === 'invalid')
  return { code, stdout, measured, invalid }
}
