import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, test } from 'vitest'
import { announceSessions } from '../src/process/announce-sessions.ts'

test('a session is announced before its user learns its id', async () => {
  const httpServer = createServer((_request, response) => response.end())
  const server = new Server(httpServer, { serveClient: false })
  httpServer.listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
  const seen: string[] = []
  announceSessions(server, async (id) => {
    // Waits for the time of other requests: a response that did not wait would have come before theirs.
    for (let other = 0; other < 5; other++) await (await fetch(`${url}/other`)).text()
    seen.push(`announced ${id}`)
  })
  const response = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text()
  const sid = /"sid":"([^"]+)"/.exec(response)?.[1]
  seen.push(`responded to ${sid}`)
  await server.close()
  expect(seen).toEqual([`announced ${sid}`, `responded to ${sid}`])
})
