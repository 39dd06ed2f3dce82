import { expect, test } from 'vitest'
import type { ServerRoute } from '../../wire/dial.ts'
import { addressOfUser, targetOfUser } from './http-wiring.ts'

function server(url: string): ServerRoute {
  const port = Number(new URL(url).port)
  return { name: url, url, route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: 'localhost', tls: undefined } }
}

test('clients of other protocols go to the target, or to the server that the number of the user selects', () => {
  const url = 'http://a:1'
  expect(targetOfUser({ url }, 7)).toBe(url)
  const servers = { all: [server(url), server('http://b:2'), server('http://c:3')], spread: 'request', thread: 0 } as const
  expect([0, 1, 2, 3, 7].map((user) => targetOfUser({ url, servers }, user))).toEqual([url, 'http://b:2', 'http://c:3', url, 'http://b:2'])
  const { route } = server(url)
  expect(addressOfUser({ route }, 7)).toBe(route.address)
  expect([0, 1, 2, 3].map((user) => addressOfUser({ route, servers }, user))).toMatchObject([
    { port: 1 },
    { port: 2 },
    { port: 3 },
    { port: 1 },
  ])
})
