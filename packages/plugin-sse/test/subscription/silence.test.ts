import type { Deliveries, HttpStreamCall, StreamEnd, StreamHandler } from '@benchpress/core/plugin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionRecorder, type SseMetrics } from '../../src/client/connection-recorder.ts'
import { LiveSubscription } from '../../src/client/live-subscription.ts'
import { ReceivedMessages } from '../../src/client/received-messages.ts'
import { readSubscribeOptions } from '../../src/client/subscribe-settings.ts'
import type { SubscribeOptions } from '../../src/sse-client.ts'
import { closings } from './fixture.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A subscription on a manual clock, with its calls and metrics. Times in milliseconds. */
class Watched {
  readonly handlers: StreamHandler[] = []
  readonly counted: Record<string, number> = {}
  readonly gaps: [from: number, to: number][] = []
  readonly closings = closings()
  readonly subscription: LiveSubscription
  left: number | undefined
  #now = 0

  constructor(options: SubscribeOptions) {
    const settings = readSubscribeOptions({
      recipients: 'anna',
      onEvent: () => {},
      onClose: this.closings.onClose,
      retry: '1s',
      ...options,
    })
    const now = (): number => this.#now
    const metrics = new Proxy(
      {},
      { get: (_, name) => ({ add: () => (this.counted[String(name)] = (this.counted[String(name)] ?? 0) + 1) }) },
    )
    const recipient = { received: () => 'received', gap: (from: number, to: number) => this.gaps.push([from / 1000, to / 1000]) }
    const deliveries = { recipient: () => ({ ...recipient, left: () => (this.left = now() / 1000) }) } as unknown as Deliveries
    const stream: HttpStreamCall = (_path, _request, handler) => {
      this.handlers.push(handler)
      return { isOpen: true, close: (reason = '') => handler.onEnd({ by: 'client', reason, at: now() }) }
    }
    this.subscription = new LiveSubscription({
      http: { stream },
      path: '/events',
      settings,
      recorder: new ConnectionRecorder(metrics as SseMetrics),
      messages: new ReceivedMessages(deliveries, 'anna', 'text'),
      now,
      onOver: () => {},
      fail: () => {},
    })
    this.subscription.open()
    this.#open()
  }

  pass(milliseconds: number): void {
    for (let step = 0; step < milliseconds; step++) {
      this.#now += 1000
      vi.advanceTimersByTime(1)
    }
  }

  hear(text: string): void {
    const bytes = Buffer.from(text)
    this.handlers.at(-1)?.onBytes(bytes, 0, bytes.length, this.#now)
  }

  /** Opens the connection that was requested again. */
  reopen(): void {
    this.#open()
  }

  end(by: StreamEnd['by'], reason: string): void {
    this.handlers.at(-1)?.onEnd({ by, reason, at: this.#now })
  }

  #open(): void {
    const times = { plannedAt: this.#now, sentAt: this.#now, at: this.#now }
    this.handlers.at(-1)?.onHead({ status: 200, ok: true, url: '/events', headers: { 'content-type': 'text/event-stream' }, ...times })
  }
}

const silence = { cause: 'error', reason: 'silent for 30s', wasOpen: true, lifetime: 70_000, willReopen: true }

test('a connection that is silent for too long is closed and opened again, and its user was away since the last data', () => {
  const watched = new Watched({ heartbeat: { timeout: '30s' } })
  watched.pass(25_000)
  watched.hear(': still there\n\n')
  watched.pass(15_000)
  watched.hear('event: any')
  watched.pass(29_999)
  expect(watched.closings.list).toEqual([])
  watched.pass(1)
  expect(watched.closings.list).toMatchObject([silence])
  watched.pass(1000)
  expect(watched.handlers).toHaveLength(2)
  watched.reopen()
  expect(watched.gaps).toEqual([[40_000, 71_000]])
  expect(watched.counted).toMatchObject({ sse_silent: 1, sse_closed: 1, sse_opened: 2 })
  expect(watched.counted).not.toHaveProperty('sse_refused')
  // The next connection is watched from its response head on.
  watched.pass(29_999)
  expect(watched.closings.list).toHaveLength(1)
  watched.pass(1)
  expect(watched.closings.list).toHaveLength(2)
})

test('a subscription that is not opened again was away until its loss was found', () => {
  const watched = new Watched({ heartbeat: { type: 'heartbeat', timeout: 2 }, reconnect: false })
  watched.pass(1000)
  watched.hear('data: a\n\n')
  watched.pass(2000)
  expect(watched.closings.list).toMatchObject([{ cause: 'error', reason: 'silent for 2s', willReopen: false }])
  expect([watched.gaps, watched.left]).toEqual([[[1000, 3000]], 3000])
})

test('a subscription whose connection is reported as gone by the system was away since its last event', () => {
  const watched = new Watched({})
  watched.pass(1000)
  watched.hear(': still there\n\n')
  watched.pass(25_000)
  watched.end('error', 'ETIMEDOUT')
  watched.pass(1000)
  watched.reopen()
  expect(watched.gaps).toEqual([[1000, 27_000]])
  expect(watched.counted).toMatchObject({ sse_silent: 1 })
})

test('a subscription that ends in any other way was there until then, and is not watched afterwards', () => {
  const watched = new Watched({ heartbeat: { data: 'heartbeat', timeout: '5s' } })
  watched.pass(3000)
  watched.end('target', 'end of the body')
  watched.pass(1000)
  watched.reopen()
  expect(watched.gaps).toEqual([[3000, 4000]])
  watched.subscription.close()
  expect(vi.getTimerCount()).toBe(0)
  expect(watched.counted).not.toHaveProperty('sse_silent')
})
