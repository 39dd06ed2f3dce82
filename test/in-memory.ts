import { subscribe } from 'node:diagnostics_channel'
import { afterEach } from 'vitest'

// What a unit test must not start: nothing of it is there when the next test begins, and a machine that does much else delays none of it.
const channels = { child_process: 'process', worker_threads: 'thread', 'net.server.socket': 'connection' }
const started: string[] = []
for (const [channel, kind] of Object.entries(channels)) subscribe(channel, () => void started.push(kind))

afterEach(() => {
  const kinds = [...new Set(started.splice(0))]
  if (kinds.length > 0) throw new Error(`started a ${kinds.join(' and a ')}: a file of such tests is called *.integration.test.ts`)
})
