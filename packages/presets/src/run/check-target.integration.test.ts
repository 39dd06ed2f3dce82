import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startServer } from '../../../cli/test/start-server.ts'
import { checkTarget } from './check-target.ts'

const route = { path: '/stats', contains: '"keys"', of: 'a store' }

test.each<[string, (response: ServerResponse) => unknown, string | undefined]>([
  ['has the route', (response) => response.end('{"keys":3}'), undefined],
  ['continues its response', (response) => response.write('{"keys":3}'), undefined],
  ['has no such route', (response) => response.writeHead(404).end('"keys"'), 'GET /stats had the response 404'],
  ['responds something else', (response) => response.end('<html>'), 'GET /stats does not contain "\\"keys\\""'],
  ['has a longer list than is read', (response) => response.end(`${' '.repeat(300 * 1024)}"keys"`), undefined],
  ['breaks off before the text', (response) => response.write('{"other"', () => response.destroy()), undefined],
  ['breaks off its 404', (response) => response.writeHead(404).write('no', () => response.destroy()), 'GET /stats had the response 404'],
  ['tells nobody', (response) => response.writeHead(401).end(), undefined],
  ['ends without a response, of which the run tells,', (response) => response.destroy(), undefined],
])('the route is checked of a server that %s', async (_what, respond, said) => {
  const server = await startServer((_request, response) => respond(response))
  const problem = await checkTarget('toska', [route], { url: server.url }).catch((error: unknown) => error)
  await server.close()
  const message = said === undefined ? undefined : `${server.url} is not what preset toska tests: ${said}`
  expect(problem instanceof Error ? problem.message : problem).toBe(message)
})

test('of variants, each server must have the routes of its own, and those of all', async () => {
  const right = await startServer((_request, response) => response.end('{"keys":3}'))
  const other = await startServer((_request, response) => response.end('<html>'))
  const check = async (url: string, variant?: string): Promise<unknown> =>
    await checkTarget('hypha', [{ ...route, ...(variant !== undefined && { variant }) }], { url }).catch((error: unknown) => String(error))
  expect(await check(`one=${right.url} many=${other.url}`, 'one')).toBeUndefined()
  expect(await check(`one=${right.url} many=${other.url}`)).toContain(`${other.url} is not what preset hypha tests`)
  expect(await check(`many=${other.url} one=${right.url}`, 'many')).toContain(`${other.url} is not what preset hypha tests`)
  await right.close()
  await other.close()
})

test('a target of several servers, and a target that comes with the preset, are not checked', async () => {
  expect(await checkTarget('hypha', [route], { url: 'http://127.0.0.1:1,http://127.0.0.1:2' })).toBeUndefined()
  expect(await checkTarget('hypha', [route], {})).toBeUndefined()
})

test('a server is checked with the headers of the run', async () => {
  const server = await startServer(({ headers }, response) => {
    const isKnown = headers.host === 'store.test' && headers['x-api-key'] === 'abc' && headers.connection === 'close'
    response.writeHead(isKnown ? 200 : 404).end('{"keys":3}')
  })
  const ask = async (headers?: Readonly<Record<string, string>>): Promise<unknown> =>
    await checkTarget('toska', [route], { url: server.url, headers }).catch((error: unknown) => (error as Error).message)
  const given = { Host: 'store.test', 'X-Api-Key': 'abc', Connection: 'keep-alive' }
  expect(await ask(given)).toBeUndefined()
  const refused = `${server.url} is not what preset toska tests: GET /stats had the response 404`
  expect(await ask({ ...given, 'X-Api-Key': 'xyz' })).toBe(refused)
  expect(await ask()).toBe(refused)
  // The run refuses such a header.
  expect(await ask({ Host: 'ā' })).toBeUndefined()
  await server.close()
})
