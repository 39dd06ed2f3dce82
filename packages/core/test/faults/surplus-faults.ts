import type { FaultCase } from './fault-case.ts'
import { allModes, requestsOfMode, thinking, unpipelined } from './fault-modes.ts'
import { responseOf } from './fault-server.ts'

const surplus = {
  rule: 'surplus-bytes',
  level: 'invalid',
  says: /^(\d+) of \1 connections received bytes that no request asked for/,
  modes: allModes,
} as const
const allOk = { outcomes: { ok: requestsOfMode } }

/** Servers that send bytes that no request asked for. */
export const surplusFaults: readonly FaultCase[] = [
  { ...surplus, ...allOk, name: 'two responses', onRequest: (socket) => socket.write(responseOf().repeat(2)) },
  {
    ...surplus,
    ...allOk,
    name: 'two responses over TLS',
    isSecure: true,
    modes: ['connections', 'users'],
    onRequest: (socket) => socket.write(responseOf().repeat(2)),
  },
  {
    ...surplus,
    name: 'a body that is longer than its length',
    onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhello'),
  },
  { ...surplus, name: 'a 204 with a body', onRequest: (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\nhello') },
  {
    ...surplus,
    ...allOk,
    name: 'a 304 with a body, which announces the close',
    modes: unpipelined,
    onRequest: (socket) => socket.end('HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\nhello'),
  },
  { ...surplus, name: 'HEAD with a body', request: { method: 'HEAD' }, onRequest: (socket) => socket.write(responseOf()) },
  {
    ...surplus,
    ...allOk,
    name: 'bytes on some connections',
    modes: ['connections'],
    level: 'suspect',
    says: /^1 of \d+ connections received bytes/,
    onRequest: (socket, { connection }) => socket.write(connection === 1 ? `${responseOf()}more` : responseOf()),
  },
  {
    ...surplus,
    ...allOk,
    name: 'bytes on an idle connection',
    modes: [thinking],
    onRequest: (socket) => void socket.write(responseOf(), () => socket.write('more')),
  },
]

/** Servers that do something similar, without bytes that no request asked for. */
export const similarToSurplus: readonly FaultCase[] = [
  {
    ...surplus,
    ...allOk,
    name: 'a 408 before an idle connection is closed',
    modes: [thinking],
    onRequest: (socket) => void socket.write(responseOf(), () => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')),
  },
  {
    ...surplus,
    ...allOk,
    name: 'an idle connection that is closed',
    modes: [thinking],
    onRequest: (socket) => void socket.end(responseOf()),
  },
  { ...surplus, ...allOk, name: 'a line end after each response', onRequest: (socket) => socket.write(`${responseOf()}\r\n`) },
]
