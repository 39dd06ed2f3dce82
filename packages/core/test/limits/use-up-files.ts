import { subscribe } from 'node:diagnostics_channel'
import { closeSync, openSync } from 'node:fs'
import type { Socket } from 'node:net'
import { run } from '../../src/index.ts'

// Sends requests in every way from a process that was given few files, all of which are in use whenever a connection is to be opened; writes
// what was reported.
const files: number[] = []
// The first connection is the one that is opened before the load, to see whether the target is there.
let isProbed = false
let opening = 0

function useUpFiles(): void {
  try {
    for (;;) files.push(openSync('/dev/null', 'r'))
  } catch {
    // There is none left.
  }
}

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }
  opening += 1
  socket.once('close', () => {
    opening -= 1
    if (opening === 0) for (const file of files.splice(0)) closeSync(file)
  })
  if (isProbed) useUpFiles()
  isProbed = true
})

const outcomes: string[] = []
const result = await run({
  target: process.argv[2] ?? '',
  scenarios: {
    journeys: {
      async journey({ http }) {
        await http.get('/').catch((error: unknown) => outcomes.push((error as { readonly outcome: string }).outcome))
        const { promise, resolve } = Promise.withResolvers<void>()
        http.stream('/', {}, { onHead: () => undefined, onBytes: () => undefined, onEnd: () => resolve() })
        await promise
      },
      workload: { users: 1, iterations: 1 },
    },
    connections: { request: {}, workload: { connections: 1, requests: 2 } },
    users: { request: {}, workload: { users: 1, iterations: 2 } },
  },
})
process.stdout.write(JSON.stringify({ outcomes, result }))
