import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-plan-'))
  server = await startServer((_request, response) => void response.end('ok'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('a plan estimates the machines for a load from the result of a smaller load, and sends nothing', async () => {
  const small = join(folder, 'small.json')
  const ran = await call([server.url, '-r', '50', '-d', '2', '-o', small, '-q'])
  expectDone(ran.code, ran.stdout)
  // The times of a busy machine do not matter here.
  const result = JSON.parse(await readFile(small, 'utf8')) as { readonly tests: readonly object[] }
  const tests = result.tests.map((each) => ({ ...each, verdict: { level: 'valid', reasons: [] } }))
  await writeFile(small, JSON.stringify({ ...result, tests }))
  const plan = async (...args: readonly string[]) => await call(['plan', server.url, ...args, '--machines', small])
  const one = await plan('-r', '50', '-d', '1h')
  expect(one.code).toBe(0)
  expect(one.stdout).toMatch(/Machines\n +1 machine like the one that was measured/)
  const [, cost = ''] = /a request cost (.*) of CPU in the run/.exec(one.stdout) ?? []
  expect(cost).toMatch(/^[\d.]+ (?:µs|ms)$/)
  expect(one.stdout).toContain('the target shared its machine')
  const many = await plan('-r', '1000000', '-d', '1m')
  expect(many.stdout).toContain('machines like the one')
  const [, machines = '0'] = /([\d,]+) machines like the one/.exec(many.stdout) ?? []
  expect(Number(machines.replaceAll(',', ''))).toBeGreaterThan(10)
  // More than this machine has ports for.
  const connections = await call(['plan', server.url, '-c', '1000000', '-d', '1h', '--machines', small])
  expect(connections.code).toBe(0)
  expect(connections.stdout).toContain('not known: the scenario')
})

test('a result that cannot be read is a usage error, with its path', async () => {
  const { code, stderr } = await call(['plan', server.url, '-d', '1', '--machines', join(folder, 'missing.json')])
  expect(code).toBe(2)
  expect(stderr).toContain('missing.json')
})
