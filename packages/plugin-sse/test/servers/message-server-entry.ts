import { MessageServer } from './message-server.ts'
import type { MessageServerOptions } from './message-server-options.ts'

// A message server in a process of its own: options as JSON in its first argument, its URL as the first line of its output.
const server = await MessageServer.start(JSON.parse(process.argv[2] ?? '{}') as MessageServerOptions)
process.stdout.write(`${server.url}\n`)
process.on('SIGTERM', () => void server.close())
