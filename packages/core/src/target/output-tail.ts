import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

const keptLines = 20
const longestLine = 4096

/** Reads what a process prints, keeps the last 20 lines, and passes each line on to whoever waits for one. Colours are left out. */
export class OutputTail {
  readonly #lines: string[] = []
  readonly #rests = new Set<{ text: string }>()
  readonly #listeners = new Set<(line: string) => void>()

  /** Reads a stream to its end; it has to be read as long as the process runs, or the process would block on a full pipe. */
  read(stream: Readable): void {
    const rest = { text: '' }
    this.#rests.add(rest)
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      const lines = (rest.text + chunk).split(/\r?\n/)
      // Output without a line end must not pile up.
      rest.text = (lines.pop() ?? '').slice(-longestLine)
      this.#add(lines)
    })
    stream.on('error', () => stream.destroy())
    stream.on('close', () => {
      this.#rests.delete(rest)
      if (rest.text !== '') this.#add([rest.text])
    })
  }

  /** The last lines, oldest first, with one that was begun. */
  lines(): readonly string[] {
    const begun = [...this.#rests].map(({ text }) => text).filter((text) => text !== '')
    return [...this.#lines, ...begun].slice(-keptLines).map(clean)
  }

  /** Calls back with the first match of a pattern in a line, among those kept first; returns a function that ends the search. */
  onMatch(pattern: RegExp, found: (match: RegExpExecArray) => void): () => void {
    const listener = (line: string): void => {
      const match = pattern.exec(clean(line))
      if (match === null) return
      stop()
      found(match)
    }
    const stop = (): void => void this.#listeners.delete(listener)
    this.#listeners.add(listener)
    for (const line of this.#lines) {
      if (this.#listeners.has(listener)) listener(line)
    }
    return stop
  }

  #add(lines: readonly string[]): void {
    for (const listener of this.#listeners) {
      for (const line of lines) {
        if (this.#listeners.has(listener)) listener(line)
      }
    }
    this.#lines.push(...lines.slice(-keptLines))
    this.#lines.splice(0, this.#lines.length - keptLines)
  }
}

function clean(line: string): string {
  return stripVTControlCharacters(line.slice(0, longestLine))
}
