import { subscribe } from 'node:diagnostics_channel'
import { afterEach } from 'vitest'

// Refuses processes, threads and sockets in unit tests, which thus leave nothing to the next test, and are not delayed by a busy machine.
const channels = { child_process: 'process', worker_threads: 'thread', 'net.server.socket': 'connection' }
const started: string[] = []
for (const [channel, kind] of Object.entries(channels)) subscribe(channel, () => void started.push(kind))

afterEach(() => {
  const kinds = [...new Set(started.splice(0))]
  if (kinds.length > 0) throw new Error(`started a ${kinds.join(' and a ')}: a file of such tests is called *.integration.test.ts`)
})
