// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { createRequire } from 'node:module'

/** @type {(options: object) => Promise<{ errors: number, non2xx: number }>} */
const autocannon = createRequire(import.meta.url)('autocannon')

/** @type {{ url: string, users: number, seconds: number }} */
const { url, users, seconds } = JSON.parse(process.argv[2] ?? '')
const headers = { 'content-type': 'application/json' }
/** @type {(status: number, body: string, context: { length: number, hello: string }) => void} */
const keep = (_status, body, context) => {
  context.length = JSON.parse(body).hello.length
  context.hello = JSON.parse(body).hello
}
/** @typedef {{ length: number, hello: string }} Context */
/** @type {(write: (context: Context) => object) => (request: object, context: Context) => object} */
const withResponse = (write) => (request, context) => ({ ...request, ...write(context) })
const { errors, non2xx } = await autocannon({
  url: new URL(url).origin,
  connections: users,
  duration: seconds,
  requests: [
    { method: 'POST', path: '/login', headers, body: JSON.stringify({ user: 'ada', password: 'lovelace' }), onResponse: keep },
    { method: 'GET', setupRequest: withResponse(({ length }) => ({ path: `/items?for=${length}` })), onResponse: keep },
    { method: 'GET', setupRequest: withResponse(({ length }) => ({ path: `/items/${length}` })), onResponse: keep },
    {
      method: 'POST',
      headers,
      setupRequest: withResponse(({ hello }) => ({ path: '/cart', body: JSON.stringify({ item: hello, count: 1 }) })),
      onResponse: keep,
    },
    {
      method: 'POST',
      headers,
      setupRequest: withResponse(({ hello }) => ({ path: '/orders', body: JSON.stringify({ cart: hello }) })),
      onResponse: keep,
    },
  ],
})
if (errors + non2xx > 0) process.exitCode = 1
