import { Writable } from 'node:stream'
import type { Output } from '../command-io.ts'

// A terminal that knows them shows what is between them at once.
const [beginUpdate, endUpdate] = ['\u001B[?2026h', '\u001B[?2026l']

/**
 * Collects what is to be drawn on a terminal, so that all of it reaches the terminal in one write: what erases a view and what draws the next one are
 * never seen apart.
 */
export class Frame extends Writable {
  readonly isTTY = true
  readonly #stream: Output
  #drawn = ''

  constructor(stream: Output) {
    super({ decodeStrings: false })
    this.#stream = stream
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.#drawn += String(chunk)
    done()
  }

  /** Writes what was drawn since the last time. */
  show(): void {
    const drawn = this.#drawn
    this.#drawn = ''
    if (drawn !== '') this.#stream.write(`${beginUpdate}${drawn}${endUpdate}`)
  }
}
