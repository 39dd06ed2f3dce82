import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { outcomes } from '../../../src/model/metrics/outcome.ts'
import { Loopback } from './loopback.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** All that a server may do with a request. */
const deeds: Readonly<Record<string, (socket: Socket) => void>> = {
  responds: (socket) => socket.write(ok),
  respondsInParts: (socket) => void socket.write(ok.slice(0, 20), () => setImmediate(() => socket.write(ok.slice(20)))),
  respondsInChunks: (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'),
  respondsLate: (socket) => void setTimeout(() => socket.write(ok), 3),
  respondsTwice: (socket) => socket.write(ok + ok),
  respondsWithError: (socket) => socket.write('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'),
  respondsAndCloses: (socket) => socket.end(ok),
  respondsAndSaysItCloses: (socket) => socket.end(ok.replace('\r\n', '\r\nConnection: close\r\n')),
  respondsAndResets: (socket) => void socket.write(ok, () => socket.resetAndDestroy()),
  respondsUntilItCloses: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nok'),
  redirects: (socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n'),
  redirectsNowhere: (socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: mailto:x\r\nContent-Length: 0\r\n\r\n'),
  setsCookies: (socket) => socket.write('HTTP/1.1 200 OK\r\nSet-Cookie: a=\x7f\x01\r\nSet-Cookie: b=1\r\nContent-Length: 0\r\n\r\n'),
  closes: (socket) => socket.end(),
  closesInTheMiddle: (socket) => socket.end(ok.slice(0, -1)),
  resets: (socket) => socket.resetAndDestroy(),
  resetsInTheMiddle: (socket) => void socket.write(ok.slice(0, 30), () => socket.resetAndDestroy()),
  saysNothing: () => {},
  saysNonsense: (socket) => socket.write('220 mail.example ESMTP\r\n'),
  sendsBadGzip: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok'),
}

const call = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'PUT'),
  // Some at the same time, some one after the other.
  isAwaited: fc.boolean(),
  expected: fc.constantFrom({}, { expect: { body: 'ok' } }, { expect: { json: () => true } }, { expect: { status: 201 } }),
})

const plan = fc.record({
  deeds: fc.array(fc.constantFrom(...Object.keys(deeds)), { minLength: 1, maxLength: 12 }),
  users: fc.array(fc.array(call, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  connections: fc.constantFrom<'perUser' | { pool: number }>('perUser', { pool: 1 }, { pool: 2 }),
  abortAfter: fc.option(fc.nat(12), { nil: undefined }),
})

test('each call settles and each request has exactly one outcome, whatever the server does', { timeout: 120_000 }, async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  let next = (): string => 'responds'
  const origin = await loopback.tcp((socket) => socket.on('data', () => deeds[next()]?.(socket)))
  await fc.assert(
    fc.asyncProperty(plan, async (drawn) => {
      let count = 0
      next = () => drawn.deeds[count++ % drawn.deeds.length] ?? 'responds'
      const users = loopback.users(origin, { timeout: 25_000, connections: drawn.connections })
      let [made, settled, responded] = [0, 0, 0]
      const sessions = drawn.users.map((calls) => ({ calls, http: users.create() }))
      const journeys = sessions.map(async ({ calls, http }) => {
        const all: Promise<unknown>[] = []
        for (const { method, isAwaited, expected } of calls) {
          made += 1
          const promise = http.request(method, '/x', expected).then(
            () => ((settled += 1), (responded += 1)),
            () => (settled += 1),
          )
          all.push(promise)
          if (isAwaited) await promise
        }
        await Promise.all(all)
      })
      const { abortAfter } = drawn
      const aborting =
        abortAfter === undefined ? undefined : setTimeout(() => sessions.forEach(({ http }) => http.abort('over')), abortAfter)
      await Promise.all(journeys)
      clearTimeout(aborting)
      for (const { http } of sessions) http.leave()
      await users.end()
      const { run, endpoints } = users.take()
      const ended = run.outcomes.reduce((sum, outcome) => sum + outcome, 0)
      const judged = [0, 1, 2].reduce((sum, index) => sum + (run.outcomes[index] ?? 0), 0)
      expect(settled).toBe(made)
      expect(run.started).toBe(ended)
      expect(unpackSeries(endpoints).reduce((sum, { started }) => sum + started, 0)).toBe(run.started)
      expect(
        unpackSeries(endpoints)
          .flatMap((endpoint) => endpoint.outcomes)
          .reduce((sum, outcome) => sum + outcome, 0),
      ).toBe(ended)
      // Hops get responses too, and only requests made after the end were not started.
      expect(judged).toBeGreaterThanOrEqual(responded)
      expect(run.started).toBeGreaterThanOrEqual(abortAfter === undefined ? made : 0)
      expect(users.scenario.opened).toBe(0)
      expect(outcomes).toHaveLength(run.outcomes.length)
    }),
    { numRuns: 300 },
  )
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
