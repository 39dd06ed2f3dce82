import type { RequestBatch } from '../wire/connection.ts'

/** Requests that go out in one write, built as bytes. */
export interface ByteBatch extends RequestBatch {
  readonly bytes: Uint8Array
}
