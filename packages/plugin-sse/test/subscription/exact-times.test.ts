import type { HttpStreamCall, StreamHandler } from '@benchpress/core/plugin'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionRecorder, type SseMetrics } from '../../src/client/connection-recorder.ts'
import { LiveSubscription } from '../../src/client/live-subscription.ts'
import { readSubscribeOptions } from '../../src/client/subscribe-settings.ts'

/** The schedule of one connection at a server. Times in microseconds. */
interface ServedConnection {
  /** Time from the request to the head of the response. */
  readonly opens: number
  /** Times before each heartbeat. */
  readonly gaps: readonly number[]
  /** Time from the last heartbeat to the end. */
  readonly ends: number
}

const heartbeat = Buffer.from('event: heartbeat\n\n')
const time = fc.integer({ min: 0, max: 90_000_000 })
const connection: fc.Arbitrary<ServedConnection> = fc.record({
  opens: time,
  gaps: fc.array(time, { minLength: 1, maxLength: 6 }),
  ends: time,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Serves a subscription by a schedule, on a manual clock, and returns the recorded values by metric, in milliseconds. */
function serve(connections: readonly ServedConnection[], retry: number): Readonly<Record<string, readonly number[]>> {
  const recorded: Record<string, number[]> = {}
  const record = (name: string, value: unknown): void => {
    if (typeof value === 'number') (recorded[name] ??= []).push(value)
  }
  const metrics = new Proxy({}, { get: (_, name) => ({ add: (value: unknown) => record(String(name), value) }) }) as SseMetrics
  const handlers: StreamHandler[] = []
  const stream: HttpStreamCall = (_path, _options, handler) => {
    handlers.push(handler)
    return { isOpen: true, close: () => {} }
  }
  let now = 5_000_000
  const settings = readSubscribeOptions({ retry: `${retry}ms`, dataless: true, heartbeat: { type: 'heartbeat' } })
  const subscription = new LiveSubscription({
    http: { stream },
    path: '/events',
    settings,
    recorder: new ConnectionRecorder(metrics),
    messages: undefined,
    now: () => now,
    onOver: () => {},
    fail: () => {},
  })
  subscription.open()
  for (const { opens, gaps, ends } of connections) {
    const handler = handlers.at(-1)
    const plannedAt = now
    now += opens
    const headers = { 'content-type': 'text/event-stream' }
    handler?.onHead({ status: 200, ok: true, url: '/events', headers, plannedAt, sentAt: plannedAt, at: now })
    for (const gap of gaps) {
      now += gap
      handler?.onBytes(heartbeat, 0, heartbeat.length, now)
    }
    now += ends
    handler?.onEnd({ by: 'target', reason: 'closed', at: now })
    vi.advanceTimersByTime(retry)
    now += retry * 1000
  }
  expect(handlers.length).toBe(connections.length + 1)
  return recorded
}

test('times to open, gaps of heartbeats and reconnects and lives of connections are those of the schedule, to the microsecond', () => {
  const schedule = fc.array(connection, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(schedule, fc.integer({ min: 1, max: 5000 }), (connections, retry) => {
      const recorded = serve(connections, retry)
      const all = (of: (each: ServedConnection, index: number) => number | readonly number[]): number[] =>
        connections.flatMap((each, index) => of(each, index)).map((each) => each / 1000)
      expect(recorded['sse_time_to_open']).toEqual(all(({ opens }) => opens))
      expect(recorded['sse_reconnect_gap']).toEqual(all(({ opens }, index) => (index === 0 ? [] : retry * 1000 + opens)))
      expect(recorded['sse_time_to_first_event']).toEqual(all(({ opens, gaps: [first = Number.NaN] }) => opens + first))
      expect(recorded['sse_heartbeat_gap'] ?? []).toEqual(all(({ gaps }) => gaps.slice(1)))
      expect(recorded['sse_event_gap'] ?? []).toEqual(all(({ gaps }) => gaps.slice(1)))
      expect(recorded['sse_lifetime']).toEqual(all(({ gaps, ends }) => gaps.reduce((sum, gap) => sum + gap, ends)))
    }),
  )
})
