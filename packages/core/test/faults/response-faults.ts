import type { FaultCase } from './fault-case.ts'
import { allModes, requestsOfMode, reusing, unpipelined } from './fault-modes.ts'
import { responseOf } from './fault-server.ts'

const none = { rule: 'no-success', level: 'invalid' } as const

/** Servers whose responses are wrong. */
export const responseFaults: readonly FaultCase[] = [
  {
    ...none,
    name: 'nothing is sent',
    modes: unpipelined,
    timeout: '100ms',
    onRequest: () => {},
    says: /^not one of 15 requests ended ok: 15 timeout/,
    outcomes: { timeout: requestsOfMode },
  },
  {
    ...none,
    name: 'no HTTP is spoken',
    modes: unpipelined,
    onRequest: (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
    says: /^not one of 15 requests ended ok: 15 protocol_error, with reasons such as not an HTTP response/,
    outcomes: { protocol_error: requestsOfMode },
  },
  {
    ...none,
    name: 'a status is below 100',
    modes: allModes,
    onRequest: (socket) => socket.write('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'),
    says: /^not one of 15 requests ended ok: 15 http_error, with reasons such as 099 Odd/,
    outcomes: { http_error: requestsOfMode },
  },
  {
    ...none,
    name: 'all bodies are wrong',
    modes: ['connections', 'users'],
    request: { expect: { body: 'right' } },
    onRequest: (socket) => socket.write(responseOf('wrong')),
    says: /^not one of 15 requests ended ok: 15 check_failed, with reasons such as unexpected body/,
    outcomes: { check_failed: requestsOfMode },
  },
  {
    name: 'the first request of a connection gets a 503',
    modes: reusing,
    rule: 'errors',
    level: 'suspect',
    onRequest: (socket, { index }) => socket.write(index === 0 ? 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n' : responseOf()),
    says: /of the requests failed \(\d+ http_error of 15\)/,
  },
]
