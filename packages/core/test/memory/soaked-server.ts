import { createServer } from 'node:http'

// A server that forgets each request. With a number of bytes as its argument it keeps a buffer of this size of each of them, as a map does of sessions that nobody
// ends: a buffer is memory outside of the heap, and resident memory grows by it once the memory that the process has freed is full.
const size = Number(process.argv[2] ?? 0)
const kept: Buffer[] = []
const body = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}` })))

const server = createServer((_, response) => {
  if (size > 0) kept.push(Buffer.allocUnsafeSlow(size).fill(kept.length))
  response.setHeader('content-type', 'application/json')
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})
