import { expect, test, type TestContext } from 'vitest'
import { startBridge } from '../../../examples/bridge/src/index.ts'
import { startToska } from '../../../examples/toska/src/index.ts'
import { startBrokenAuctions } from './broken-auctions.ts'
import { call } from '../../cli/test/captured-io.ts'
import { codeOf, runPreset, type Program } from './preset-programs.ts'
import { startServer } from '../../cli/test/start-server.ts'

/** A program that ends with the test. */
async function start({ onTestFinished }: TestContext, started: Promise<Program>): Promise<Program> {
  const program = await started
  onTestFinished(() => program.close())
  return program
}

const wrong = { wrong: true }

// Only the responses to the checks before the load are right.
async function startWrong(program: Program, known: readonly string[]): Promise<Program> {
  return await startServer(async ({ method = 'GET', url = '/' }, response) => {
    const isKnown = known.includes(`${method} ${url}`)
    const text = isKnown ? await (await fetch(`${program.url}${url}`)).text() : JSON.stringify(wrong)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
}

type Start = (context: TestContext) => Promise<Program>
const startWrongToska: Start = async (context) => await startWrong(await start(context, startToska()), ['GET /stats'])
const startWrongLeader: Start = async (context) => {
  let asked = 0
  const right = await start(context, startToska())
  return await startServer(async ({ url = '/' }, response) => {
    // The first two requests are those before the load.
    const isKnown = asked++ < 2
    response.end(isKnown ? await (await fetch(`${right.url}${url}`)).text() : JSON.stringify(wrong))
  })
}
const startWrongBridge: Start = async (context) => await startWrong(await start(context, startBridge()), ['GET /events'])
const wrongResponses = {
  'GET /api/auctions': [200, [wrong]],
  'GET /api/auctions/{id}': [200, wrong],
  'GET /api/auctions/{id}/leaderboard': [200, wrong],
  'GET /api/users/balance': [200, wrong],
  'GET /socket.io/?EIO=4&transport=websocket': [200, wrong],
} as const
const startWrongAuctions: Start = async () => await startBrokenAuctions(wrongResponses)

const noSuccess = /^not one of /

// The exit code is always 97 where every response was wrong, and otherwise 97 where the machine was too busy. Several tests run at a time: each has a program
// of its own, and is judged by its counts.
test.concurrent.for([
  [
    'toska:kv',
    startWrongToska,
    ['--users', '4', '-d', '1s'],
    [99, 97],
    'errors',
    /^20 % of the requests failed \(\d+ check_failed of \d+\)/,
  ],
  ['toska:replication', startWrongLeader, ['--users', '4', '-d', '1s'], [99, 97], 'errors', /^33\.3 % of the requests failed/],
  ['bridge', startWrongBridge, ['--scale', '0.005', '-d', '2s'], [97], 'no-delivery', noSuccess],
  ['nestjs:load', startWrongAuctions, ['--scale', '0.17', '-d', '1s', '--seed', '10'], [97], 'no-success', noSuccess],
  ['nestjs:websocket', startWrongAuctions, ['--scale', '0.1', '-d', '1s'], [97], 'no-success', /websocket refused: status 200$/],
  ['nestjs:max', startWrongAuctions, ['--scale', '0.02', '-d', '1s'], [97, 99], 'errors', /^75 % of the requests failed/],
] as const)(
  '%s against a program that responds 200 with wrong bodies: no valid run',
  async ([preset, startProgram, flags, codes, rule, said], context) => {
    const program = await start(context, startProgram(context))
    const { code, tests } = await runPreset({ preset, flags }, program.url)
    expect(code).toBeOneOf([...codes])
    expect(code).toBe(codeOf(tests))
    for (const { verdict } of tests) {
      expect(verdict.level).not.toBe('valid')
      expect(verdict.reasons).toContainEqual(expect.objectContaining({ rule, text: expect.stringMatching(said) }))
    }
  },
)

test('toska:redis against a store that responds 200 with wrong bodies has invalid runs of the store, whatever Redis does', async (context) => {
  const program = await start(context, startWrongToska(context))
  const { code, tests } = await runPreset(
    { preset: 'toska:redis', flags: ['--users', '4', '-d', '0.2s', '--key-space', '10'] },
    program.url,
  )
  expect(code).toBe(97)
  const own = tests.filter(({ name }) => name.startsWith('toska-'))
  expect(own.map(({ name }) => name)).toEqual(['toska-put', 'toska-get'])
  for (const { verdict } of own) expect(verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'no-success', level: 'invalid' }))
})

test.for([
  ['deserve', 'GET /test does not contain "\\"hello\\""'],
  ['bridge', 'GET /events does not contain "client_id"'],
  ['toska:redis', 'GET /stats does not contain "\\"keys\\""'],
  ['nestjs', 'GET /api/auctions does not contain "["'],
] as const)(
  '%s against a program that responds to everything with 200 and another body ends with 96 before any load',
  async ([preset, said], context) => {
    const program = await start(
      context,
      startServer((_request, response) => response.end(JSON.stringify(wrong))),
    )
    const { code, stdout, stderr } = await call(['preset', preset, '--url', program.url])
    expect([code, stdout]).toEqual([96, ''])
    expect(stderr).toContain(`${program.url} is not what preset ${preset.split(':')[0]} tests: ${said}`)
  },
)

test('nestjs against a program whose login responds 200 with another body ends with the failed request, before any load', async (context) => {
  const program = await start(context, startBrokenAuctions({ 'POST /api/auth/login': [200, wrong] }))
  const { code, stdout, stderr } = await call(['preset', 'nestjs:max', '--url', program.url])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('POST /api/auth/login had the response 200, not 201: {"wrong":true}')
})
