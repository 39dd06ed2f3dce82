import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { run } from '../../../src/run/api.ts'
import type { RunOptions } from '../../../src/run/progress.ts'
import { startNotingServer, type NotingServer } from './noting-server.ts'

const journeys = fileURLToPath(new URL('fixtures/', import.meta.url))
const read: Config['scenarios'] = { read: { journey: `${journeys}moody.journey.ts`, workload: { users: 2, iterations: 2 } } }

function plugins(first: object = {}, second: object = {}): NonNullable<Config['plugins']> {
  return [
    { module: new URL('fixtures/first.plugin.ts', import.meta.url).href, options: first },
    { module: new URL('fixtures/second.plugin.ts', import.meta.url).href, options: second },
  ]
}

/** Runs a test against a server that notes what it is asked for; what it is told in progress comes first. */
async function runAgainst(
  { url }: NotingServer,
  config: Partial<Config>,
  options: RunOptions = {},
): Promise<{ readonly messages: readonly string[]; readonly result: Awaited<ReturnType<typeof run>> }> {
  const messages: string[] = []
  const onProgress: RunOptions['onProgress'] = ({ phase, message }) => void (message !== undefined && messages.push(`${phase}: ${message}`))
  const result = await run({ target: url, scenarios: read, plugins: plugins(), ...config }, { onProgress, ...options })
  return { messages, result }
}

test('plugins are set up in order before any beforeAll, and torn down in reverse after every afterAll', async () => {
  const server = await startNotingServer()
  await runAgainst(server, { scenarios: { noting: { journey: `${journeys}noting.journey.ts`, workload: { users: 1, iterations: 1 } } } })
  expect(server.paths).toEqual([
    '/first/setup',
    '/second/setup',
    '/journey/beforeAll',
    '/journey',
    '/journey/afterAll',
    '/second/teardown',
    '/first/teardown',
  ])
})

describe('a setup that', () => {
  test.each([
    ['throws', { setup: 'throws' }, 'setup of plugin second failed: in a bad mood', false],
    [
      'returns what cannot be cloned',
      { setup: 'fails to clone' },
      'setup of plugin second failed: what it returned cannot be given to load threads, because call is a function; return plain data',
      true,
    ],
  ])('%s ends the run with its name, and tears down what was set up', async (_, second, message, isTornDown) => {
    const server = await startNotingServer()
    await expect(runAgainst(server, { plugins: plugins({}, second) })).rejects.toMatchObject({ code: 'SETUP_FAILED', message })
    const after = isTornDown ? ['/second/teardown', '/first/teardown'] : ['/first/teardown']
    expect(server.paths).toEqual(['/first/setup', '/second/setup', ...after])
  })

  test('a setup that changes its arguments gets a TypeError', async () => {
    const server = await startNotingServer()
    await expect(runAgainst(server, { plugins: plugins({ setup: 'mutates' }) })).rejects.toMatchObject({
      code: 'SETUP_FAILED',
      message: expect.stringMatching(/^setup of plugin first failed: Cannot assign to read only property 'options'/) as string,
      cause: expect.any(TypeError) as TypeError,
    })
  })

  test('a setup that hangs does not keep an interrupted run from ending', async () => {
    const server = await startNotingServer()
    const controller = new AbortController()
    const running = runAgainst(server, { plugins: plugins({}, { setup: 'hangs' }) }, { signal: controller.signal })
    await expect.poll(() => server.paths).toContain('/second/setup')
    controller.abort()
    const { result } = await running
    expect(result.interrupted).toMatchObject({ cause: 'signal' })
    expect(server.paths).toEqual(['/first/setup', '/second/setup', '/first/teardown'])
  })
})

describe('teardown is run', () => {
  const torn = ['/second/teardown', '/first/teardown']

  test('teardown runs although another one fails, which is reported and changes nothing', async () => {
    const server = await startNotingServer()
    const { messages, result } = await runAgainst(server, { plugins: plugins({}, { teardown: 'throws' }) })
    expect(messages).toContain('teardown: teardown of plugin second failed: in a bad mood')
    expect(result.scenario('read').users?.iterations.completed).toBe(2)
    expect(server.paths.slice(-2)).toEqual(torn)
  })

  test('teardown runs although a journey cannot be set up', async () => {
    const server = await startNotingServer()
    const failing = { read: { journey: `${journeys}failing.journey.ts`, workload: { users: 1, iterations: 1 } } }
    await expect(runAgainst(server, { scenarios: failing })).rejects.toMatchObject({ code: 'SETUP_FAILED' })
    expect(server.paths.slice(-2)).toEqual(torn)
  })

  test('no teardown runs for a missing journey, which is found before anything is done to the target', async () => {
    const server = await startNotingServer()
    const gone = { read: { journey: { module: `${journeys}moody.journey.ts`, export: 'gone' }, workload: { users: 1, iterations: 1 } } }
    await expect(runAgainst(server, { scenarios: gone })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      issues: [{ path: 'scenarios.read.journey', message: expect.stringContaining('the export "gone" of the journey module') as string }],
    })
    expect(server.paths).toEqual([])
  })

  test('teardown runs although a setup before it failed, and its own failure is reported', async () => {
    const server = await startNotingServer()
    const messages: string[] = []
    const onProgress: RunOptions['onProgress'] = ({ message }) => void (message !== undefined && messages.push(message))
    const running = run(
      { target: server.url, scenarios: read, plugins: plugins({ teardown: 'throws' }, { setup: 'throws' }) },
      { onProgress },
    )
    await expect(running).rejects.toThrow('setup of plugin second failed: in a bad mood')
    expect(messages).toContain('teardown of plugin first failed: in a bad mood')
  })
})

// Thousands in one thread, where all wait for it; more threads have no more to do for each.
describe.each([
  [0, 200],
  [1, 2000],
  [2, 200],
] as const)('with %i load threads and %i users', (workers, users) => {
  test('an interruption disposes of the clients of all users in time, and tears down', async () => {
    const server = await startNotingServer()
    const controller = new AbortController()
    const scenarios: Config['scenarios'] = {
      hold: {
        journey: { module: `${journeys}moody.journey.ts`, export: 'hold' },
        workload: { users, duration: '1h', gracefulStop: '100ms' },
      },
    }
    const onProgress: RunOptions['onProgress'] = (progress) =>
      void (progress.phase === 'run' && progress.users === users && controller.abort())
    const { result } = await runAgainst(
      server,
      { workers, scenarios, plugins: plugins({ dispose: 'throws' }, { dispose: 'hangs' }) },
      { signal: controller.signal, onProgress },
    )
    expect(result.interrupted).toMatchObject({ cause: 'signal' })
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity' || rule === 'lost-worker')).toEqual([])
    expect(result.metrics).toMatchObject({ first_disposed: { count: users }, second_disposed: { count: users } })
    expect(server.paths.slice(-2)).toEqual(['/second/teardown', '/first/teardown'])
  })
})

test('users who wait for their clients do not count as thinking', async () => {
  const server = await startNotingServer()
  const { result } = await runAgainst(server, {
    scenarios: {
      hold: {
        journey: { module: `${journeys}moody.journey.ts`, export: 'hold' },
        workload: { users: 20, duration: '2s', gracefulStop: 0 },
      },
    },
  })
  const { users } = result.scenario('hold')
  // More than half also where this process stands still for a while before they wait.
  expect(users?.waiting).toBeGreaterThan(0.5 * (users?.busy ?? Infinity))
  expect(users?.waiting).toBeLessThanOrEqual(20)
  // A machine that is full, of whatever else runs on it, is named before it.
  expect(result.limitedBy.text).toMatch(
    /^(?:events: [\d.]+ users waited >?\d.* of the time for what the target sends by itself; (?:nothing was asked of it as fast as possible$|responses took )|other processes on this machine |CPUs: )/,
  )
  expect(result.verdict.reasons.map(({ rule }) => rule)).not.toContain('think-time')
})
