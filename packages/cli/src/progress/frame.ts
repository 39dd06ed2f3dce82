import { Writable } from 'node:stream'
import type { Output } from '../command-io.ts'

// A terminal that supports these sequences shows everything between them at once.
const [beginUpdate, endUpdate] = ['\u001B[?2026h', '\u001B[?2026l']

/**
 * Collects the output of one redraw and writes it to the terminal at once, so that no reader sees a view erased and the next one not yet drawn.
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

  /** Writes everything that was drawn since the last call. */
  show(): void {
    const drawn = this.#drawn
    this.#drawn = ''
    if (drawn !== '') this.#stream.write(`${beginUpdate}${drawn}${endUpdate}`)
  }
}
