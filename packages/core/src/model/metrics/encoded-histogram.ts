import { deflateSync, inflateSync } from 'node:zlib'
import type { Count } from '../../base/units/count.ts'
import type { HistogramSnapshot } from './histogram.ts'

/** A histogram as text: the count of each bucket, and the exact sum, minimum and maximum. Values are in microseconds, or in thousandths of the unit of a metric. */
export interface EncodedHistogram {
  /**
   * The buckets in the format of HdrHistogram libraries: encoding V2, compressed, in Base64; three significant digits.
   *
   * @format hdr-histogram
   */
  readonly hdr: string
  /** The sum of all values. */
  readonly sum: Count
  /** The smallest value. */
  readonly min: Count
  /** The largest value. */
  readonly max: Count
}

// The lowest bits of the second byte mean that counts have variable lengths.
const cookie = 0x1c849313
const compressedCookie = 0x1c849314
const headerLength = 40
const mostBuckets = 2 ** 16
const compressedHeaderLength = 8

/**
 * Writes the values of a histogram as text, without requests that were cut off.
 *
 * A result file has them, because percentiles can be neither averaged nor drawn from a few of them. The buckets are those of an HdrHistogram of three
 * significant digits from 1 on.
 */
export function encodeHistogram({ buckets, counts, count: all, sum, min, max }: HistogramSnapshot): EncodedHistogram {
  const words: number[] = []
  let next = 0
  for (const [index, bucket] of buckets.entries()) {
    const zeros = bucket - next
    if (zeros > 0) addWord(words, zeros === 1 ? 0 : 2 * zeros - 1)
    addWord(words, 2 * (counts[index] ?? 0))
    next = bucket + 1
  }
  const header = Buffer.alloc(headerLength)
  header.writeInt32BE(cookie, 0)
  header.writeInt32BE(words.length, 4)
  header.writeInt32BE(3, 12)
  header.writeBigInt64BE(1n, 16)
  header.writeBigInt64BE(BigInt(Math.max(2, max)), 24)
  header.writeDoubleBE(1, 32)
  const compressed = deflateSync(Buffer.concat([header, Uint8Array.from(words)]))
  const start = Buffer.alloc(compressedHeaderLength)
  start.writeInt32BE(compressedCookie, 0)
  start.writeInt32BE(compressed.length, 4)
  return { hdr: Buffer.concat([start, compressed]).toString('base64'), sum, min: all === 0 ? 0 : min, max }
}

/**
 * Reads what {@link encodeHistogram} wrote.
 *
 * @throws Error for any other text
 */
export function decodeHistogram({ hdr, sum, min, max }: EncodedHistogram): HistogramSnapshot {
  const bytes = Buffer.from(hdr, 'base64')
  if (bytes.length < compressedHeaderLength || bytes.readInt32BE(0) !== compressedCookie) throw new Error('it is no histogram')
  const words = inflateSync(bytes.subarray(compressedHeaderLength)).subarray(headerLength)
  const buckets: number[] = []
  const counts: number[] = []
  let [bucket, count] = [0, 0]
  for (let at = 0; at < words.length;) {
    let [word, place, byte] = [0, 1, 0]
    do {
      byte = words[at++] ?? 0
      word += (byte & 0x7f) * place
      place *= 128
    } while (byte > 0x7f)
    if (word % 2 === 1) bucket += (word + 1) / 2
    else if (word === 0) bucket += 1
    else {
      if (bucket > mostBuckets) throw new Error('it is no histogram')
      buckets.push(bucket++)
      counts.push(word / 2)
      count += word / 2
    }
  }
  return { buckets: Uint16Array.from(buckets), counts: Float64Array.from(counts), count, sum, min: count === 0 ? Infinity : min, max }
}

function addWord(words: number[], value: number): void {
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) words.push((rest % 128) + 128)
  words.push(rest)
}
