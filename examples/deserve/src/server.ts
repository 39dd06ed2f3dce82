import { createServer } from 'node:http'

const body = Buffer.from('{"hello":"world!"}')
// Deno's server sends `vary` too. With it a response is 149 bytes, as in the published runs: 891 MB in 5983k responses.
const headers = { 'content-type': 'application/json', vary: 'Accept-Encoding', 'content-length': body.length }

const server = createServer((request, response) => {
  // Keeps the connection open without saying so, as HTTP/1.1 has it.
  response.removeHeader('connection')
  if (request.method === 'GET' && request.url === '/test') response.writeHead(200, headers).end(body)
  else response.writeHead(404, { 'content-length': 0 }).end()
})

server.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})

// The backlog holds a whole test's connections, which all come at once.
server.listen({ port: Number(process.env['PORT'] ?? 8000), backlog: 4096 }, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`listening on http://localhost:${address.port}`)
})

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
