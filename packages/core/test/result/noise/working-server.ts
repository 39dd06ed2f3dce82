import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Units of work for each request; one takes about a microsecond. */
const work = Number(process.argv[2] ?? 100)

const server = createServer((_request, response) => {
  let sum = 0
  for (let unit = 0; unit < work * 300; unit += 1) sum = (sum * 31 + unit) % 1_000_003
  response.end(`${sum}\n`)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
