import { openShop } from './shop-server.ts'

const server = await openShop(Number(process.env['PORT'] ?? 0))
// The config waits for this line, and reads the URL of the shop from it.
console.log(`listening on ${server.url}`)
process.once('SIGTERM', () => void server.close())
