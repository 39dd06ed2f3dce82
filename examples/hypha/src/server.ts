// The program of one server.
import { listenOnNode } from './listen-on-node.ts'
import type { Handler } from './listening-server.ts'
import { onStop } from './on-stop.ts'
import { Registry } from './registry.ts'
import { SettingsReader } from './settings.ts'

const settings = new SettingsReader(process.env)
const { host, port = 9640, break: breakage } = settings.common()
const script = settings.oneOf('SCRIPT', ['burst'])
const serverId = settings.whole('SERVER_ID', 1, 1000)

if (settings.problems.length > 0) {
  for (const problem of settings.problems) console.error(problem)
  process.exit(2)
}

const registry = new Registry({ serverId, break: breakage, script })
const handler: Handler = (request) => registry.respond(request)

try {
  const server = await listenOnNode(handler, { host, port })
  onStop(() => void server.close().then(() => process.exit(0)))
  // The only line, printed last, so that a process that waits for it knows that everything is ready.
  console.log(`listening on http://${host.includes(':') ? `[${host}]` : host}:${server.port}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
