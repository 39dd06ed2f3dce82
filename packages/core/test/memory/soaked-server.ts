import { createServer } from 'node:http'

// A server that forgets each request. With a number of bytes as its argument it keeps as many of each of them, as a map does of sessions that nobody ends.
// It keeps them in memory that is reserved and not resident yet: what a program takes from its heap lies in memory that it has freed before, as long as
// there is any, and then resident memory does not grow by the leak.
const size = Number(process.argv[2] ?? 0)
const reserved = Buffer.alloc(size * 20_000)
let kept = 0
const body = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}` })))

const server = createServer((_, response) => {
  reserved.fill(1, kept, kept + size)
  kept += size
  response.setHeader('content-type', 'application/json')
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})
