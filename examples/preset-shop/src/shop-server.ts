import { createServer } from 'node:http'

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://shop')
  const items = Array.from({ length: Number(searchParams.get('size') ?? 20) }, (_, id) => ({ id, price: 10 + id }))
  const [status, body] = request.method === 'POST' ? [201, { id: 1, total: 20 }] : [200, items]
  request.resume()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`)
})
