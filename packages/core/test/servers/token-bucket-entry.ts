import { createServer } from 'node:http'

// Requests that would wait for longer, in milliseconds, are refused, as a full queue does; so what an overload leaves behind is short.
const [rate = 500, burst = 10, longestWait = 500] = process.argv.slice(2).map(Number)
const interval = 1000 / rate

// When the next token is there if all those before it are used: it lags at most the burst behind.
let nextToken = 0

// A server whose capacity is a token bucket: it serves a fixed number of requests a second, however fast its machine is, and the others wait.
const server = createServer((_request, response) => {
  const now = performance.now()
  nextToken = Math.max(nextToken, now - burst * interval) + interval
  const wait = nextToken - now
  if (wait > longestWait) {
    nextToken -= interval
    response.writeHead(503).end()
  } else if (wait <= 0) {
    response.end('ok')
  } else {
    setTimeout(() => response.end('ok'), wait)
  }
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`)
})
