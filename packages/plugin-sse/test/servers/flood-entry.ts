import { startEvents, startServer } from './loopback-server.ts'
import type { ServerResponse } from 'node:http'

// A server in a process of its own that writes messages to all its subscribers in turn: `GET /flood?rate=4000&count=10000` answers when all are written.
const subscribers = new Set<ServerResponse>()
const server = await startServer((response, _, request) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
  if (pathname === '/flood') {
    flood(Number(searchParams.get('rate')), Number(searchParams.get('count')), () => response.end())
    return
  }
  subscribers.add(startEvents(response))
  response.on('close', () => subscribers.delete(response))
})
process.stdout.write(`${server.url}\n`)
process.on('SIGTERM', () => void server.close())

function flood(rate: number, count: number, done: () => void): void {
  const all = [...subscribers]
  const start = performance.now()
  let written = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * rate))
    for (; written < due; written++) all[written % all.length]?.write(frame(written))
    if (written < count) return
    clearInterval(timer)
    done()
  }, 1)
}

// As a bridge of TON Connect writes them: some 350 bytes.
function frame(index: number): string {
  const message = Buffer.from(`Hello from Client: ${'x'.repeat(160)}${index}`).toString('base64')
  return `event: message\nid: ${1_795_190_494_496 + index}-0\ndata: ${JSON.stringify({ from: `id_12_${'a'.repeat(50)}`, message })}\n\n`
}
