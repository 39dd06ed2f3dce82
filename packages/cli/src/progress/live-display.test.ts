import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { plainPalette } from '@benchpress/report/format'
import { expect, onTestFinished, test } from 'vitest'
import { progressFixture } from '../../test/progress-fixture.ts'
import { LiveDisplay } from './live-display.ts'
import type { ProgressDisplay } from './notices.ts'

const users = { ...progressFixture, repeats: 1, second: { at: 11, requests: 7, failed: 0, bytes: 0 } }

/** A terminal that keeps what is written to it. */
class Terminal extends Writable {
  readonly isTTY = true
  columns = 100
  rows = 24
  written = ''

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.written += String(chunk)
    done()
  }

  take(): string {
    const { written } = this
    this.written = ''
    return written
  }
}

function show(terminal: Terminal): { readonly display: ProgressDisplay; readonly interruption: AbortController } {
  const interruption = new AbortController()
  const display = new LiveDisplay(terminal, { palette: plainPalette, signal: interruption.signal })
  onTestFinished(() => display.stop())
  return { display, interruption }
}

const upAndErase = '\u001B[1A\u001B[2K'

test('a live view is drawn over the one before, and is gone when the run is over', () => {
  const terminal = new Terminal()
  const { display } = show(terminal)
  display.update(users)
  expect(terminal.take()).toContain('requests/s')
  display.stop()
  expect(terminal.take()).toContain('\u001B[2K')
  display.stop()
  expect(terminal.take()).not.toContain('requests')
})

test.each([
  ['narrow', { columns: 79 }],
  ['low', { rows: 14 }],
])('on a terminal that is too %s there is one line', (_case, size) => {
  const terminal = Object.assign(new Terminal(), size)
  show(terminal).display.update(users)
  expect(terminal.take()).toMatch(/███░+ run: 12s of 30s, /)
})

test('a terminal that becomes narrower has all rows erased into which it broke the lines', () => {
  const terminal = new Terminal()
  show(terminal).display.update(users)
  const rows = terminal
    .take()
    .split('\n')
    .map((line) => Math.ceil(stripVTControlCharacters(line).length / 30))
  const broken = rows.reduce((sum, count) => sum + Math.max(1, count), 0) - rows.length
  terminal.columns = 30
  terminal.emit('resize')
  expect(broken).toBeGreaterThan(2)
  expect(terminal.take()).toContain(upAndErase.repeat(broken))
})

test('an interruption clears the view before its message is printed, and the run is shown below it until it ends', () => {
  const terminal = new Terminal()
  const { display, interruption } = show(terminal)
  display.update(users)
  terminal.take()
  interruption.abort()
  const cleared = terminal.take()
  expect(cleared).toContain('\u001B[2K')
  expect(cleared).not.toContain('requests')
  display.update({ ...users, message: 'a notice' })
  expect(terminal.take()).toMatch(/^[^a-z]*benchpress: a notice\n[^]*requests\/s/)
})

test('a notice stays above the view, and its empty figures are not shown', () => {
  const terminal = new Terminal()
  const { display } = show(terminal)
  display.update(users)
  terminal.take()
  display.update({ ...users, requestsPerSecond: 0, second: null, failed: 77, message: 'the journey threw' })
  expect(terminal.take()).not.toContain('77')
})
