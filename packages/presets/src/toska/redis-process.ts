import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

// The program of a target: starts a redis-server without persistence on a free port, and prints its address.
const free = createServer().listen(0, '127.0.0.1')
await once(free, 'listening')
const { port } = free.address() as AddressInfo
free.close()
await once(free, 'close')
const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => redis.kill(signal))
redis.once('exit', (code) => {
  process.exitCode = code ?? 1
})
for await (const line of createInterface(redis.stdout))
  console.log(line.includes('Ready to accept connections') ? `listening on http://127.0.0.1:${port}` : line)
