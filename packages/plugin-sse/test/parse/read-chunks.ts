import { EventReader } from '../../src/parse/event-reader.ts'
import type { ReadEvent, StreamContent } from './standard-stream.ts'

/** A stream that is being read. */
interface Reading {
  readonly reader: EventReader
  /** The content that was read so far. */
  content(): StreamContent
}

/** Reads a stream with the plugin's reader, chunk by chunk. */
export function readChunks(chunks: readonly Uint8Array[], dataless = false): StreamContent & { readonly error: string | undefined } {
  const { reader, content } = startReading(dataless)
  // As in the transport, all chunks are in the same buffer, at different places.
  const shared = Buffer.alloc(chunks.reduce((most, chunk) => Math.max(most, chunk.length), 0) + 7)
  for (const [index, chunk] of chunks.entries()) {
    const start = index % 7
    shared.fill(0x3f)
    shared.set(chunk, start)
    reader.read(shared, start, start + chunk.length)
  }
  const error = reader.end()
  return { ...content(), error }
}

/** Starts to read a stream. */
export function startReading(dataless: boolean): Reading {
  const events: ReadEvent[] = []
  const retries: number[] = []
  let lastId = ''
  const reader = new EventReader(
    {
      onEvent: (type, data) => events.push({ type: type === '' ? 'message' : type, data, id: lastId }),
      onId: (id) => (lastId = id),
      onRetry: (wait) => retries.push(wait),
    },
    dataless,
  )
  return { reader, content: () => ({ events, retries, lastId }) }
}

/** Every way to cut bytes in two, and into single bytes. */
export function cuts(bytes: Uint8Array): Uint8Array[][] {
  const inTwo = Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)])
  return [[bytes], ...inTwo, Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))]
}
