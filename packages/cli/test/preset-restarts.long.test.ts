import { afterEach, expect, test } from 'vitest'
import { startBridge } from '../../../examples/bridge/src/index.ts'
import { Registry } from '../../../examples/hypha/src/registry.ts'
import { startToska } from '../../../examples/toska/src/index.ts'
import { call, expectDone } from './captured-io.ts'
import { RestartingFront } from './restarting-front.ts'
import { startServer } from './start-server.ts'

interface Program {
  readonly url: string
  close(): Promise<void>
}

const started: Program[] = []

afterEach(async () => {
  for (const program of started.splice(0).toReversed()) await program.close()
})

async function startHypha(): Promise<Program> {
  const registry = new Registry({})
  return await startServer(({ method = 'GET', url: target = '/' }, response) => {
    const { status, headers, body } = registry.answer({ method, target, body: '' })
    response.writeHead(status, headers).end(body)
  })
}

async function startDeserve(): Promise<Program> {
  return await startServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"hello":"world!"}'))
}

const parts: readonly (readonly [preset: string, start: () => Promise<Program>, after: number, flags: readonly string[]])[] = [
  ['deserve', startDeserve, 200, ['-c', '5', '-p', '1', '-d', '2s', '--runs', '1']],
  ['hypha:max', startHypha, 600, ['--scale', '0.02', '--mode', 'batch']],
  ['toska:kv', startToska, 60, ['--users', '8', '-d', '2s']],
  ['toska:replication', startToska, 40, ['--users', '8', '-d', '2s']],
  ['bridge', startBridge, 40, ['--scale', '0.005', '-d', '4s']],
]

async function runAgainst(
  [preset, start, , flags]: (typeof parts)[number],
  after: number,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string; readonly restarts: number }> {
  const program = await start()
  const front = await RestartingFront.start(program.url, after)
  started.push(program, front)
  const result = await call(['preset', preset, '--url', front.url, '-w', '0', '--json', ...flags])
  return { ...result, restarts: front.restarts }
}

interface Told {
  readonly tests: readonly {
    readonly absences: readonly { readonly from: number; readonly to: number | null; readonly broken: number; readonly refused: number }[]
    readonly scenarios: readonly { readonly counts: { readonly started: number; readonly outcomes: Readonly<Record<string, number>> } }[]
    readonly verdict: { readonly level: string; readonly reasons: readonly { readonly rule: string; readonly text: string }[] }
  }[]
}

test.each(parts)(
  '%s against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  async (...part) => {
    const { code, stdout, restarts } = await runAgainst(part, part[2])
    expect([code, restarts]).toEqual([expect.toBeOneOf([0, 97]), 1])
    const { tests } = JSON.parse(stdout) as Told
    const absences = tests.flatMap((each) => each.absences)
    expect(absences).toHaveLength(1)
    const [absence] = absences
    expect(absence?.to).toBeGreaterThan(absence?.from ?? Infinity)
    const told = tests.flatMap(({ verdict }) => verdict.reasons).filter(({ rule }) => rule === 'target-away')
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^the target was away from -?[\d.]+ s to [\d.]+ s, seen by everyone at once: /),
    ])
  },
)

test.each(parts)('%s against a program that is right: every response is right, and it was never away', async (...part) => {
  const { code, stdout } = await runAgainst(part, Infinity)
  expect(code).toBeOneOf([0, 97])
  const { tests } = JSON.parse(stdout) as Told
  expect(tests.flatMap(({ absences }) => absences)).toEqual([])
  for (const { scenarios } of tests)
    for (const { counts } of scenarios) {
      const { ok = 0, aborted = 0, timeout = 0 } = counts.outcomes
      expect(ok).toBeGreaterThan(0)
      expect(counts.started - ok - aborted - timeout).toBe(0)
    }
})

// What a preset asks for before the load is right, and nothing else.
async function startWrong(program: Program, known: readonly string[]): Promise<Program> {
  return await startServer(async ({ method, url = '/' }, response) => {
    if (method === 'GET' && known.includes(url)) {
      const { status, headers, text } = await askOnce(`${program.url}${url}`)
      response.writeHead(status, { 'content-type': headers.get('content-type') ?? 'text/plain' }).end(text)
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"wrong":true}')
  })
}

async function askOnce(url: string): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([
  [
    'toska:kv',
    startToska,
    ['/stats'],
    ['--users', '4', '-d', '1s'],
    0,
    'errors',
    /^20 % of the requests failed \(\d+ check_failed of \d+\)/,
  ],
  [
    'bridge',
    startBridge,
    ['/events'],
    ['--scale', '0.005', '-d', '2s'],
    97,
    'no-delivery',
    /^not one of \d+ messages that the target accepted arrived/,
  ],
] as const)('%s against a program that answers 200 with wrong bodies: no valid run', async (...part) => {
  const [preset, start, known, flags, ends, rule, said] = part
  const program = await start()
  const wrong = await startWrong(program, known)
  started.push(program, wrong)
  const { code, stdout } = await call(['preset', preset, '--url', wrong.url, '-w', '0', '--json', ...flags])
  if (ends === 0) expectDone(code, stdout)
  expect(code).toBeOneOf([ends, 97])
  const { tests } = JSON.parse(stdout) as Told
  for (const { verdict } of tests) {
    expect(verdict.level).not.toBe('valid')
    expect(verdict.reasons).toContainEqual(expect.objectContaining({ rule, text: expect.stringMatching(said) }))
  }
})

test('what opening a connection of the bridge takes after a restart holds none of the waits of its journey', async () => {
  const [bridge] = parts.filter(([preset]) => preset === 'bridge')
  if (bridge === undefined) throw new Error('there is no part of the bridge')
  const { stdout } = await runAgainst(bridge, bridge[2])
  const [subscribers] = (JSON.parse(stdout) as Opened).tests
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ name }) => name === 'subscribers')
  const { max } = subscribers?.responseTime ?? { max: Infinity }
  const [served, waited] = [subscribers?.serviceTime.max ?? 0, subscribers?.users?.httpWaiting.max ?? 0]
  // Histograms keep three digits.
  expect(max).toBeLessThanOrEqual((served + waited) * 1.01 + 0.01)
})

interface Opened {
  readonly tests: readonly {
    readonly scenarios: readonly {
      readonly name: string
      readonly responseTime: { readonly max: number }
      readonly serviceTime: { readonly max: number }
      readonly users: { readonly httpWaiting: { readonly max: number } } | null
    }[]
  }[]
}

test('deserve against a program whose body is another one ends with 96 before any load', async () => {
  const wrong = await startServer((_request, response) => response.end('{"wrong":true}'))
  started.push(wrong)
  const { code, stdout, stderr } = await call(['preset', 'deserve', '--url', wrong.url])
  expect([code, stdout]).toEqual([96, ''])
  expect(stderr).toContain('is not what preset deserve tests: GET /test does not contain "\\"hello\\""')
})
