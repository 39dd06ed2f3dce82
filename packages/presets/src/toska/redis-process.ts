import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

// The program of a target: starts a redis-server without persistence on a free port, and prints its address.
const port = await freePort()
const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => redis.kill(signal))
redis.once('error', (error) => {
  console.error(`redis-server: ${error.message}`)
  process.exitCode = 1
})
redis.once('exit', (code) => {
  process.exitCode = code ?? 1
})
for await (const line of createInterface(redis.stdout)) {
  if (line.includes('Ready to accept connections')) console.log(`listening on http://127.0.0.1:${port}`)
  else console.log(line)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port')
  return address.port
}
