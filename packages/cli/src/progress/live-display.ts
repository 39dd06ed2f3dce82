import { stripVTControlCharacters } from 'node:util'
import { Writable } from 'node:stream'
import type { Progress } from '@benchpress/core'
import cliCursor from 'cli-cursor'
import type { Palette } from '@benchpress/report/format'
import { drawLine, drawLive, LiveHistory } from '@benchpress/report/progress'
import { textWidth } from '@benchpress/report/texts'
import type { Output } from '../command-io.ts'
import { wrapText } from '../print-lines.ts'
import { createNoticeFilter, type ProgressDisplay } from './notices.ts'

// A smaller terminal gets one line.
const [leastColumns, leastRows] = [80, 15]
// The least milliseconds between two redraws: the phases of short functions follow each other faster than the eye can.
const leastGap = 250
const [erase, upAndErase, toStart] = ['\u001B[2K', '\u001B[1A\u001B[2K', '\r']

interface LiveOptions {
  readonly palette: Palette
  /** Aborted when the run is interrupted, upon which a message is printed in place of the display. */
  readonly signal: AbortSignal
}

/**
 * Shows a running test on a terminal, in place: several lines, or one where it is narrow.
 *
 * The view is erased and the cursor shown again before anything else is printed: at the end, at an interruption, when the process is suspended (Ctrl-Z) or
 * exits.
 */
export class LiveDisplay implements ProgressDisplay {
  readonly #stream: Output
  readonly #options: LiveOptions
  readonly #frame: Frame
  readonly #newNotice: ReturnType<typeof createNoticeFilter>
  readonly #history = new LiveHistory()
  #latest: Progress | undefined
  #lines: readonly string[] = []
  #drawnAt = -Infinity
  #waiting: NodeJS.Timeout | undefined
  #isSuspended = false

  constructor(stream: Output, options: LiveOptions) {
    this.#stream = stream
    this.#options = options
    this.#frame = new Frame(stream)
    this.#newNotice = createNoticeFilter(stream)
    options.signal.addEventListener('abort', this.#clear)
    stream.on('resize', this.#onResize)
    process.on('SIGTSTP', this.#onSuspend).on('SIGCONT', this.#onContinue).on('exit', this.#clear)
  }

  update(progress: Progress): void {
    const notice = this.#newNotice(progress)
    if (notice !== undefined) this.#writeAbove(notice)
    // A notice during the load has no figures of its own.
    if (progress.message === undefined || progress.phase === 'setup') {
      this.#history.add(progress)
      this.#latest = progress
    }
    const wait = notice === undefined ? this.#drawnAt + leastGap - performance.now() : 0
    if (wait <= 0) this.#draw()
    else this.#waiting ??= setTimeout(this.#draw, wait)
  }

  print(line: string): void {
    this.#writeAbove(`${wrapText(line, this.#stream)}\n`)
    if (this.#latest === undefined) this.#frame.show()
    else this.#draw()
  }

  stop(): void {
    clearTimeout(this.#waiting)
    this.#options.signal.removeEventListener('abort', this.#clear)
    this.#stream.off('resize', this.#onResize)
    process.off('SIGTSTP', this.#onSuspend).off('SIGCONT', this.#onContinue).off('exit', this.#clear)
    this.#clear()
  }

  readonly #draw = (): void => {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    if (this.#latest === undefined) return
    // A terminal that does not know its size reports 0.
    const columns = this.#stream.columns || leastColumns
    const rows = this.#stream.rows || leastRows
    const isSmall = columns < leastColumns || rows < leastRows
    this.#erase()
    this.#lines = isSmall
      ? [drawLine(this.#latest, columns)]
      : drawLive(this.#latest, this.#history, { columns, rows }, this.#options.palette)
    this.#drawnAt = performance.now()
    cliCursor.hide(this.#frame)
    this.#frame.write(this.#lines.map((line) => `${line}\n`).join(''))
    this.#frame.show()
  }

  readonly #clear = (): void => {
    this.#erase()
    cliCursor.show(this.#frame)
    this.#frame.show()
  }

  #writeAbove(lines: string): void {
    this.#erase()
    this.#frame.write(lines)
  }

  #erase(): void {
    // The terminal may have printed ^C on the line below.
    if (this.#lines.length > 0) this.#frame.write(`${erase}${upAndErase.repeat(this.#lines.length)}${toStart}`)
    this.#lines = []
  }

  readonly #onResize = (): void => {
    if (this.#lines.length === 0) return
    const { columns = leastColumns } = this.#stream
    // A terminal that became narrower has broken each line of the view into several rows.
    const rows = this.#lines.map((line) => Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / Math.max(1, columns))))
    const broken = rows.reduce((sum, count) => sum + count, 0) - rows.length
    this.#erase()
    if (broken > 0) this.#frame.write(upAndErase.repeat(broken))
    this.#draw()
  }

  readonly #onSuspend = (): void => {
    this.#isSuspended = true
    this.#clear()
    process.kill(process.pid, 'SIGSTOP')
  }

  readonly #onContinue = (): void => {
    // Where the view could not be erased before, the shell has printed below it.
    if (!this.#isSuspended) this.#lines = []
    this.#isSuspended = false
    this.#draw()
  }
}

// A terminal that supports these sequences shows everything between them at once.
const [beginUpdate, endUpdate] = ['\u001B[?2026h', '\u001B[?2026l']

/**
 * Collects the output of one redraw and writes it to the terminal at once, so that no reader sees a view erased and the next one not yet drawn.
 */
class Frame extends Writable {
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
