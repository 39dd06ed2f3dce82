import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { plainPalette } from '@benchpress/report/format'
import { expect, onTestFinished, test } from 'vitest'
import { progressFixture } from '../../../report/test/progress-fixture.ts'
import { LiveDisplay } from './live-display.ts'
import type { ProgressDisplay } from './notices.ts'

const users = { ...progressFixture, repeats: 1, second: { at: 11, requests: 7, failed: 0, bytes: 0 } }

/** A terminal that keeps what is written to it, write by write. */
class Terminal extends Writable {
  readonly isTTY = true
  columns = 100
  rows = 24
  writes: string[] = []

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.writes.push(String(chunk))
    done()
  }

  take(): string {
    return this.writes.splice(0).join('')
  }
}

function show(terminal: Terminal): { readonly display: ProgressDisplay; readonly interruption: AbortController } {
  const interruption = new AbortController()
  const display = new LiveDisplay(terminal, { palette: plainPalette, signal: interruption.signal })
  onTestFinished(() => display.stop())
  return { display, interruption }
}

const [beginUpdate, endUpdate] = ['\u001B[?2026h', '\u001B[?2026l']
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

test('every row is erased into which a narrower terminal broke the lines of the view', () => {
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
  const shown = terminal.take()
  expect(shown.startsWith(`${beginUpdate}benchpress: a notice\n`)).toBe(true)
  expect(shown).toContain('requests/s')
})

test.each<[string, (terminal: Terminal, display: ProgressDisplay) => unknown]>([
  ['a narrower terminal', (terminal) => Object.assign(terminal, { columns: 30 }).emit('resize')],
  ['a wider terminal', (terminal) => Object.assign(terminal, { columns: 200 }).emit('resize')],
  ['a notice', (_terminal, display) => display.update({ ...users, message: 'a notice' })],
  ['a line that is printed', (_terminal, display) => display.print('round 1: 2 of 4 figures decided')],
])('a view that is drawn again for %s reaches the terminal in one write, with what erases the one before', (_reason, draw) => {
  const terminal = new Terminal()
  const { display } = show(terminal)
  display.update(users)
  expect(terminal.writes.splice(0)).toHaveLength(1)
  draw(terminal, display)
  expect(terminal.writes).toHaveLength(1)
  const shown = terminal.take()
  expect([shown.startsWith(beginUpdate), shown.includes('\u001B[2K'), shown.includes('run'), shown.endsWith(endUpdate)]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('a line that is printed stays above the view, broken at the width of the terminal', () => {
  const terminal = Object.assign(new Terminal(), { columns: 90 })
  const { display } = show(terminal)
  display.print('before anything is shown')
  expect(terminal.take()).toContain('before anything is shown\n')
  display.update(users)
  const height = terminal.take().split('\n').length - 1
  display.print(`round 1: ${'does not count '.repeat(10)}`)
  const shown = terminal.take()
  expect(shown).toContain(`${upAndErase.repeat(height)}\rround 1: does not count`)
  expect(shown.indexOf('requests/s')).toBeGreaterThan(shown.lastIndexOf('does not count'))
  expect(Math.max(...shown.split('\n').map((line) => stripVTControlCharacters(line).length))).toBeLessThanOrEqual(90)
})

test('a notice stays above the view, and its empty figures are not shown', () => {
  const terminal = new Terminal()
  const { display } = show(terminal)
  display.update(users)
  terminal.take()
  display.update({ ...users, requestsPerSecond: 0, second: null, failed: 77, message: 'the journey threw' })
  expect(terminal.take()).not.toContain('77')
})
