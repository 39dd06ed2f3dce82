import type { Clock } from '../../base/clock/clock.ts'
import type { Closing } from '../../model/metrics/outcome.ts'
import type { DeadlineWheel } from './deadline-wheel.ts'
import type { HeadCache } from './head-cache.ts'
import type { ResponseHead } from './response-head.ts'

/** Requests that go out in one write, in order. */
export interface RequestBatch {
  /** A text has one byte for each character, which costs less than bytes that are used once. */
  readonly bytes: Uint8Array | string
  /** A number for each request by which its owner identifies it. */
  readonly tags: Uint32Array
}

/** The outcome of a request without a complete response. */
export type Loss = 'timeout' | 'reset' | 'closed_early' | 'protocol_error' | 'local_error' | 'aborted'

/** The owner of a connection, which sends over it and is notified of the outcome of each request. All calls come from the thread of the connection. */
export interface ConnectionOwner {
  /** Whether to pass on the bytes of the body; read once for each response. */
  readonly wantsBody: boolean
  isHead(tag: number): boolean
  /** Is called when the connection is ready to send. Times are in microseconds; `tlsTime` is 0 without TLS. `isResumed` means that TLS resumed an earlier session. */
  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void
  /** Is called when bytes have arrived, before any of the responses in them is reported. */
  onBytes(now: number, length: number): void
  /**
   * Is called with the head of a response, within the timeout. It must exist when the connection is created. An owner that then sets the timeout to
   * `Infinity` lets the body take any time.
   */
  onHead?(tag: number, head: ResponseHead, now: number): void
  /** Is called when an interim response was skipped. `firstByteAt` is when the next response began to arrive, or 0 for not yet. */
  onInterim?(firstByteAt: number): void
  onBody(tag: number, buffer: Buffer, start: number, end: number): void
  /** Is called with a complete response; `bodyLength` is in decoded bytes. */
  onResponse(tag: number, head: ResponseHead, sentAt: number, now: number, bodyLength: number): void
  /** Is called when all responses of one read have been reported, to send more requests in one write. */
  onRead(now: number): void
  onLost(tag: number, loss: Loss, reason: string, sentAt: number, now: number): void
  /** Is called when the connection has closed, after each request in flight was reported lost. The connection may be opened again. */
  onClosed(closing: Closing, now: number): void
}

/** The resources that the connections of one thread share. */
export interface WireThread {
  readonly clock: Clock
  readonly wheel: DeadlineWheel
  readonly heads: HeadCache
  /** Bytes from which the head of a response is too large. Default 16 KiB. */
  readonly maxHeaderSize?: number
}

/** The timeouts of a connection, and the number of requests that it may have in flight. Times are in microseconds. */
export interface ConnectionLimits {
  readonly pipelining: number
  /** Timeout of each request, which is read whenever it matters, so that it may change while nothing is in flight. `Infinity` for none. */
  readonly timeout: number
  readonly connectTimeout: number
}
