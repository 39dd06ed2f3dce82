import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { decodeChange, type Change } from './change.ts'
import { StoreError } from './store-error.ts'

/** The result of reading a log. */
export interface RecoveredLog {
  /** Number of valid bytes. */
  readonly size: number
  /** Number of bytes that were cut off. */
  readonly cutOff: number
}

/**
 * Reads a log from its beginning, and cuts off an incomplete end.
 *
 * @param apply called with each change
 * @throws StoreError when a damaged record is followed by valid ones, which no crash causes
 */
export async function recoverLog(path: string, apply: (change: Change) => void): Promise<RecoveredLog> {
  // 'a' creates a missing file.
  const handle = await open(path, 'a')
  try {
    let good = 0
    let damaged = -1
    for await (const { text, start, end, isWhole } of linesOf(path)) {
      const change = isWhole ? decodeChange(text) : undefined
      if (change === undefined) {
        if (damaged < 0) damaged = start
      } else if (damaged >= 0) {
        throw new StoreError(`${path}: the record at byte ${damaged} is damaged, and there are good ones after it; restore the file`)
      } else {
        apply(change)
        good = end
      }
    }
    const { size } = await handle.stat()
    if (size > good) {
      await handle.truncate(good)
      await handle.datasync()
    }
    return { size: good, cutOff: size - good }
  } finally {
    await handle.close()
  }
}

interface Line {
  /** The line without its line feed. */
  readonly text: string
  /** Offsets of its first byte, and of the first byte after it. */
  readonly start: number
  readonly end: number
  /** Whether the line ends with a line feed. */
  readonly isWhole: boolean
}

const lineFeed = 0x0a

async function* linesOf(path: string): AsyncIterable<Line> {
  let start = 0
  let rest: Buffer[] = []
  for await (const data of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const chunk = data as Buffer
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(from, at)])
      const end = start + bytes.length + 1
      yield { text: bytes.toString(), start, end, isWhole: true }
      start = end
      from = at + 1
      rest = []
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  const bytes = Buffer.concat(rest)
  if (bytes.length > 0) yield { text: bytes.toString(), start, end: start + bytes.length, isWhole: false }
}
