import { expect, test } from 'vitest'
import type { ServerRoute } from '../wire/dial.ts'
import { serverOfUser } from './thread-plugins.ts'

function server(url: string): ServerRoute {
  const port = Number(new URL(url).port)
  return { name: url, url, route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: 'localhost', tls: undefined } }
}

test('clients of other protocols go to the target, or to the server that the number of the user selects', () => {
  const { url, route } = server('http://a:1')
  expect(serverOfUser({ url, route }, 7)).toMatchObject({ url, route })
  const servers = { all: [server(url), server('http://b:2'), server('http://c:3')], spread: 'request', thread: 0 } as const
  expect([0, 1, 2, 3, 7].map((user) => serverOfUser({ url, route, servers }, user))).toMatchObject([
    { url, route: { address: { port: 1 } } },
    { url: 'http://b:2', route: { address: { port: 2 } } },
    { url: 'http://c:3', route: { address: { port: 3 } } },
    { url, route: { address: { port: 1 } } },
    { url: 'http://b:2', route: { address: { port: 2 } } },
  ])
})
