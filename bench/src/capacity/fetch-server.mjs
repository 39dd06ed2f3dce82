// Responds with the server of Deno or Bun, whichever runs this. GET /count has the number of requests so far.
const port = Number(globalThis.process.argv[2])
const host = '127.0.0.1'
const headers = { 'content-type': 'application/json' }
let count = 0

/** @param {Request} request */
function respond(request) {
  if (request.url.endsWith('/count')) return new Response(String(count))
  count += 1
  return new Response('{"hello":"world!"}', { headers })
}

const { Bun, Deno } = /** @type {any} */ (globalThis)
if (Deno === undefined) Bun.serve({ port, hostname: host, fetch: respond })
else Deno.serve({ port, hostname: host, onListen: () => undefined }, respond)
