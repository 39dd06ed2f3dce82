// Responds with Node.js: by its own HTTP server, or by Fastify. GET /count has the number of requests so far.
import { createServer } from 'node:http'

const [kind, port] = process.argv.slice(2)
const host = '127.0.0.1'
const body = '{"hello":"world!"}'
let count = 0

if (kind === 'fastify') {
  const { fastify } = await import('fastify')
  const app = fastify()
  app.get('/test', () => {
    count += 1
    return { hello: 'world!' }
  })
  app.get('/count', () => String(count))
  await app.listen({ host, port: Number(port) })
} else {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const server = createServer((request, response) => {
    if (request.url === '/count') return response.end(String(count))
    count += 1
    return response.writeHead(200, headers).end(body)
  })
  server.listen(Number(port), host)
}
