import fc, { type Arbitrary } from 'fast-check'

/** A stream and the pieces it is cut into. */
export interface ChunkedStream {
  readonly bytes: Buffer
  readonly chunks: readonly Buffer[]
}

const endings = fc.constantFrom('\n', '\r\n', '\r')
const names = fc.constantFrom('data', 'event', 'id', 'retry', 'da', 'datas', 'events', 'i', 'Data', 'other')
const values = fc.oneof(
  fc.constantFrom('', ' ', '  ', 'a', 'heartbeat', '17', '0250', '-1', 'x:y', 'n\0l', '{"message":"YQ=="}'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\uFEFF]/g, '_')),
)
const lines = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(names, fc.constantFrom('', ':', ': '), values)
      .map(([name, colon, value]) => name + (colon === '' ? '' : colon + value)),
  },
  { weight: 1, arbitrary: values.map((value) => `:${value}`) },
  { weight: 4, arbitrary: fc.constant('') },
)

/** Streams of fields, comments and blank lines with any ends of lines, some of them not valid UTF-8; without a byte order mark or with one. */
export const streams: Arbitrary<Buffer> = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(lines, endings), { maxLength: 30 }),
    fc.constantFrom('', 'data: rest', 'data'),
    fc.array(fc.nat(255), { maxLength: 2 }),
  )
  .map(([hasMark, parts, rest, dirt]) => {
    const text = (hasMark ? '\uFEFF' : '') + parts.map(([line, ending]) => line + ending).join('') + rest
    const bytes = Buffer.from(text)
    // Inserted bytes at random places, often within a character, which make neither line ends nor a byte order mark.
    for (const [index, byte] of dirt.entries())
      if (byte >= 0x80 && bytes.length > 8) bytes[3 + ((byte * (index + 5)) % (bytes.length - 3))] = byte
    return bytes
  })

/** Cuts a stream into pieces, including empty ones. */
export function chunked(stream: Arbitrary<Buffer>): Arbitrary<ChunkedStream> {
  return fc.tuple(stream, fc.array(fc.nat(1000), { maxLength: 12 })).map(([bytes, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((left, right) => left - right)
    return { bytes, chunks: places.slice(1).map((place, index) => bytes.subarray(places[index] ?? 0, place)) }
  })
}

/** Text as UTF-8. */
export function bytesOf(stream: string | Uint8Array): Uint8Array {
  return typeof stream === 'string' ? Buffer.from(stream) : stream
}
