// A small shop to try a load test on. Replace it by your own system: see `target` in the config beside it.
import { createServer } from 'node:http'

const items = ['lamp', 'chair', 'table', 'shelf'].map((name, index) => ({ id: String(index + 1), name, stock: 1000 }))

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (request.method === 'GET' && pathname === '/items') return send(response, 200, items)
  const [, id, action] = /^\/items\/([^/]+)(?:\/(buy))?$/.exec(pathname) ?? []
  const item = items.find((one) => one.id === id)
  if (item === undefined) return send(response, 404, { error: 'there is no such item' })
  if (request.method === 'GET' && action === undefined) return send(response, 200, item)
  if (request.method !== 'POST' || action !== 'buy') return send(response, 405, { error: 'not allowed' })
  item.stock -= 1
  return send(response, 201, { bought: item.name })
})

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

// Port 0 is one that is free; the config reads from this line which one it is.
server.listen(Number(process.env.PORT ?? 0), () => console.log(`listening on http://localhost:${server.address().port}`))
