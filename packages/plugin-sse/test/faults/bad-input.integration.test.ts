import { sumOutcomes } from '@benchpress/core/report'
import { invalidReasons } from '@benchpress/core/testing'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEvents, startServer, type LoopbackServer } from '../servers/loopback-server.ts'
import { MessageServer } from '../servers/message-server.ts'
import { runCommand, type CommandConfig, type CommandEnd } from './command-line.ts'

const responses: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/401': (response) => response.writeHead(401).end(),
  '/500': (response) => response.writeHead(500).end('out of order'),
  '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
  '/204': (response) => response.writeHead(204).end(),
  '/json': (response) => void startEvents(response).end('{"message":"no such client","statusCode":400}\n'),
}

let server: LoopbackServer

beforeAll(async () => {
  server = await startServer((response, _, { url = '' }) => {
    const respond = responses[url]
    if (respond === undefined) startEvents(response)
    else respond(response)
  })
})

afterAll(() => server.close())

describe.concurrent('a wrong config ends the command with 2, reports everything that is wrong at once, and sends nothing', () => {
  test.each([
    [
      'sse.subscribe',
      { journey: `sse.subscribe({ path: '/events', retry: 'soon', datales: true })` },
      /retry: must be a time .*\(was "soon"\); unknown option "datales"; did you mean "dataless"\?\n$/,
    ],
    [
      'sse.subscribe',
      { journey: `sse.subscribe({ path: 'events' })` },
      /sse\.subscribe: path: must start with "\/", or be a URL with http:\/\/ or https:\/\/\n$/,
    ],
    [
      'sse.publish',
      { journey: `sse.publish({ path: 'http//x', body: 'Hello', recipients: { count: 0 } })` },
      /sse\.publish: path: must start with .*; body: needs \{stamp\}.*; recipients\.count: must be a whole number from 1\n$/,
    ],
  ])('%s: %o', async (_, wrong, message) => {
    const { code, stdout, stderr, result } = await command(wrong)
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^benchpress: /)])
    expect(stderr).toMatch(message)
    expect([code, stdout, result]).toEqual([2, '', undefined])
  })

  test('a target without a listener ends the command with 96', async () => {
    const gone = await startServer((response) => response.end())
    await gone.close()
    const { code, stdout, stderr } = await command({ target: gone.url })
    expect(stderr).toMatch(/^benchpress: nothing is listening at .*\n {2}Start the target, or check host and port\.\n$/)
    expect([code, stdout]).toEqual([96, ''])
  })
})

describe.concurrent('subscriptions that are all refused end the command with 97, counted by why', () => {
  test.each([
    ['/401', 'status 401'],
    ['/500', 'status 500'],
    ['/html', 'content type text/html'],
    ['/204', 'status 204'],
    ['/json', 'error in place of events: 400 no such client'],
  ])('%s', async (path, reason) => {
    const { code, stdout, stderr, result } = await command({
      journey: `sse.subscribe({ path: '${path}', retry: '20ms' })`,
      workload: { users: 3, iterations: 6 },
    })
    expect(result?.metrics['sse_refused']).toMatchObject({ count: 6, by: { series: [{ name: reason, count: 6 }] } })
    expect(result?.scenarios[0]?.users).toMatchObject({
      iterations: { started: 6, completed: 0, failed: 6 },
      failures: [{ reason: `${path}: ${reason}`, count: 6 }],
    })
    expect(stdout).toMatch(/^Verdict: invalid\n +invalid no-success: /)
    expect([code, stderr]).toEqual([97, ''])
  })
})

describe.concurrent('a test that ends early, or loses a part, keeps the rest of its result', () => {
  test('a wrong option in a journey fails its iteration, and is named', async () => {
    const journey = `async ({ sse, think }) => { await think('10ms'); sse.subscribe('/events', { reconect: false }) }`
    const { code, result } = await command({ journey, workload: { users: 1, iterations: 2 } })
    expect(code).toBe(97)
    expect(result?.scenarios[0]?.users?.failures).toMatchObject([
      { reason: 'sse.subscribe: unknown option "reconect"; did you mean "reconnect"?', count: 2 },
    ])
  })

  test('a process that may open no more files counts failed connections, gives advice once, and continues', async () => {
    const messages = await MessageServer.start()
    const { code, stderr, result } = await command({
      target: messages.url,
      journey: JSON.stringify(fileURLToPath(new URL('many-subscriptions.journey.ts', import.meta.url))),
      workload: { users: 10, duration: '2s', gracefulStop: '100ms' },
      files: 120,
    })
    const { opened } = messages.counters
    await messages.close()
    expect(invalidReasons(result?.verdict.reasons ?? [])).toEqual([expect.objectContaining({ rule: 'generator-limit' })])
    expect([code, stderr]).toEqual([97, ''])
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThan(120)
    expect(result?.metrics).toMatchObject({ sse_opened: { count: opened }, sse_closed: { count: opened } })
    expect(result?.metrics['sse_refused']).toMatchObject({
      by: { series: [{ name: 'EMFILE: this process may open no more files; raise "ulimit -n", or use fewer users' }] },
    })
    expectIdentity(result)
    const errors = result?.scenarios[0]?.errors.filter(({ outcome }) => outcome !== 'aborted')
    expect(errors).toMatchObject([{ outcome: 'local_error', reason: 'EMFILE' }])
  })

  test('a limit of fewer files than users is reported before the test', async () => {
    const { code, stderr, stdout } = await command({ workload: { users: 200, duration: '1s' }, files: 120 })
    expect(stderr).toMatch(
      /^benchpress: scenarios: 200 connections need \d+ open files, and this process may have 120; raise it with ulimit/,
    )
    expect([code, stdout]).toEqual([2, ''])
  })

  test('an interruption of 200 subscriptions ends with 130 and a result that adds up', async () => {
    const messages = await MessageServer.start({ heartbeat: 50 })
    const { child, ended } = await runCommand({
      target: messages.url,
      journey: `sse.subscribe({ path: '/events?ids={recipients}', recipients: { count: 5 }, dataless: true, heartbeat: { type: 'heartbeat' } })`,
      workload: { users: 200, duration: '10m', gracefulStop: '200ms' },
    })
    await fetch(`${messages.url}/when?open=200`)
    await fetch(`${messages.url}/when?heartbeats=${messages.counters.heartbeats + 2000}`)
    child.kill('SIGINT')
    const { code, stdout, stderr, result } = await ended
    await messages.close()
    expect(code).toBe(130)
    expect(stderr).toContain('ending the run early')
    expect(stdout).toMatch(/^Verdict: /)
    expect(result?.interrupted).toMatchObject({ cause: 'signal' })
    expect(result?.metrics).toMatchObject({
      sse_opened: { count: 200 },
      sse_closed: { count: 200, by: { series: [{ name: 'client', count: 200 }] } },
    })
    const events = result?.metrics['sse_events']
    expect(events?.type === 'counter' ? events.count : 0).toBeGreaterThanOrEqual(1000)
    expect(result?.scenarios[0]?.users?.iterations).toMatchObject({ started: 200, completed: 0, failed: 0, aborted: 200 })
    expectIdentity(result)
  })
})

const harmless: CommandConfig = {
  target: '',
  journey: `sse.subscribe({ path: '/events' })`,
  workload: { users: 2, duration: '500ms', gracefulStop: '100ms' },
}

async function command(config: Partial<CommandConfig>): Promise<CommandEnd> {
  const { ended } = await runCommand({ ...harmless, target: server.url, ...config })
  return await ended
}

function expectIdentity(result: CommandEnd['result']): void {
  expect(result?.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  for (const { counts } of result?.scenarios ?? []) {
    expect(counts.scheduled).toBe(counts.started + counts.dropped)
    expect(counts.started).toBe(sumOutcomes(counts.outcomes))
  }
}
