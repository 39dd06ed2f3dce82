import type { FaultCase } from './fault-case.ts'
import { allModes, pipelined, requestsOfMode, reusing, unpipelined } from './fault-modes.ts'
import { responseOf } from './fault-server.ts'

const allOk = { outcomes: { ok: requestsOfMode } }
const closed = {
  name: 'a second request on a connection closes it',
  onRequest: (socket, { index }) => void (index === 0 ? socket.write(responseOf()) : socket.end()),
} satisfies Partial<FaultCase>

/** Servers that close connections. */
export const closingFaults: readonly FaultCase[] = [
  {
    ...closed,
    ...allOk,
    modes: reusing,
    rule: 'retried',
    level: 'note',
    says: /^(\d+) of 15 requests \([\d.]+ %\) were sent twice, as their connections were closed without notice/,
  },
  {
    ...closed,
    name: `${closed.name}, and the request is a POST`,
    request: { method: 'POST', body: 'text' },
    modes: reusing,
    rule: 'errors',
    level: 'suspect',
    says: /of the requests failed \(\d+ closed_early of 15\)/,
  },
  {
    ...closed,
    name: `${closed.name}, and requests are pipelined`,
    modes: [pipelined],
    rule: 'errors',
    level: 'suspect',
    says: /of the requests failed \(\d+ closed_early of 15\)/,
  },
  {
    name: 'a response announces the close, and requests are pipelined',
    modes: [pipelined],
    onRequest: (socket) => void socket.end(responseOf('ok', 'Connection: close\r\n')),
    rule: 'no-pipelining',
    level: 'suspect',
    says: /^the target closes after a response and does not pipeline/,
  },
  {
    ...allOk,
    name: 'each response announces the close',
    modes: unpipelined,
    onRequest: (socket) => void socket.end(responseOf('ok', 'Connection: close\r\n')),
    rule: 'no-keep-alive',
    level: 'note',
    says: /^15 of 15 responses \(100 %\) announced that the connection closes after them/,
  },
  {
    name: 'a connection is closed in the middle of a body',
    modes: allModes,
    onRequest: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    rule: 'no-success',
    level: 'invalid',
    says: /^not one of 15 requests ended ok: 15 closed_early, with reasons such as closed in the middle of a response/,
  },
  {
    name: 'a connection is reset',
    modes: unpipelined,
    onRequest: (socket) => void socket.resetAndDestroy(),
    rule: 'no-success',
    level: 'invalid',
    says: /^not one of 15 requests ended ok: 15 reset, with reasons such as ECONNRESET/,
  },
]
