import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startServer, type StartedServer } from './start-server.ts'
import { hasTerminal, Terminal } from './terminal.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))
const rowsOfRun = ['run', 'requests/s', 'p50', 'p99', 'failed/s', 'load', 'CPU, RSS', 'so far']

let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-live-'))
  server = await startServer(({ url }, response) => {
    if (url !== '/silent') response.end('hello')
  })
  // Short, so that no terminal breaks what is typed into two lines.
  await command('go', `${server.url} -r 50/s -d 600`)
  await command('wait', `${server.url}/silent -c 2 -d 600 -t 600`)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function command(name: string, args: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${bin}' ${args} > out.txt\n`)
  await chmod(join(folder, name), 0o755)
}

/** Types a command into a new terminal of a number of columns. */
async function typed(line: string, columns: number, env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = new Terminal()
  await terminal.open(folder, columns, env)
  onTestFinished(() => terminal.close())
  await expect.poll(() => terminal.lines()).toEqual(['%'])
  await terminal.type(line, 'Enter')
  return terminal
}

/**
 * The first word of each line of the screen after the announcement of the run. The command itself can have scrolled out of the screen, when a line broke.
 */
async function labels(terminal: Terminal): Promise<readonly string[]> {
  const lines = await terminal.lines()
  const isStart = (line = ''): boolean => /^Running |^50\/s, |^2 connections$/.test(line)
  const isLabelled = (line: string): boolean => !line.startsWith('% ./') && !line.startsWith(' '.repeat(11)) && !isStart(line)
  const shown = lines.filter((line, index) => isLabelled(line) && !(line === '' && isStart(lines[index - 1])))
  // The line after the announcement is the last one to scroll out.
  const isOver = (line: string, next = ''): boolean => line === '' && (next === '' || /^(?:[█░]+ )?run/.test(next))
  return shown.filter((line, index) => !isOver(line, shown[index + 1])).map((line) => line.slice(0, 11).trim())
}

// A terminal reports its new size a moment after it has broken the lines: a view drawn in between is drawn for the old size.
async function drawnAgain(terminal: Terminal): Promise<void> {
  const before = await terminal.lines()
  await expect.poll(() => terminal.lines()).not.toEqual(before)
}

describe.skipIf(!hasTerminal)('in a terminal', () => {
  test.each([
    ['with colours', {}, true],
    ['with NO_COLOR', { NO_COLOR: '1' }, false],
  ])('%s, a run is shown in place at every width, and leaves nothing behind', async (_case, env, isColoured) => {
    const terminal = await typed('./go', 200, env)
    for (const columns of [200, 120, 80, 200, 80]) {
      await expect.poll(() => labels(terminal)).toEqual(rowsOfRun)
      await drawnAgain(terminal)
      // A view is drawn in one write, so that no half of it is seen and no line is left behind.
      expect(await labels(terminal)).toEqual(rowsOfRun)
      await terminal.resize(columns)
    }
    await expect.poll(() => labels(terminal)).toEqual(rowsOfRun)
    await drawnAgain(terminal)
    await expect.poll(async () => [await terminal.isColoured(), await terminal.showsCursor()]).toEqual([isColoured, false])

    await terminal.resize(60)
    await expect.poll(async () => (await terminal.lines()).at(-1)).toMatch(/^░+ run: .*…$/)
    await expect.poll(() => labels(terminal)).toHaveLength(1)
    await terminal.resize(100)
    await expect.poll(() => labels(terminal)).toEqual(rowsOfRun)

    await terminal.type('C-z')
    await expect.poll(() => labels(terminal)).toEqual(['', '[1]+  Stopp', '%'])
    await expect.poll(() => terminal.showsCursor()).toBe(true)
    await terminal.type('fg', 'Enter')
    await expect.poll(async () => (await labels(terminal)).slice(2)).toEqual(['% fg', './go', ...rowsOfRun])

    await terminal.type('C-c')
    await expect.poll(async () => (await labels(terminal)).slice(2)).toEqual(['% fg', './go', 'benchpress:', '', '%'])
    await expect
      .poll(async () => (await terminal.lines()).slice(-3, -1))
      .toEqual(['benchpress: ending the run early; once more stops at once', ''])
    await expect.poll(() => terminal.showsCursor()).toBe(true)
    // The printed report contains nothing of the live view.
    const printed = await readFile(join(folder, 'out.txt'), 'utf8')
    expect(printed).not.toContain('\u001B')
    expect(printed).toMatch(/^Running [^]*interrupted by SIGINT/)
  })

  test('a second Ctrl-C leaves nothing of the live view', async () => {
    const terminal = await typed('./wait', 80)
    await expect.poll(() => labels(terminal)).toEqual(rowsOfRun)
    await terminal.type('C-c')
    await expect
      .poll(async () => (await terminal.lines()).join('\n'))
      .toMatch(/ending the run early[^\n]*\n\n[^]*\nload +2 requests in flight\n/)
    await expect
      .poll(
        async () => {
          await terminal.type('C-c')
          return await terminal.lines()
        },
        // A signal before that would count as a repetition of the first one.
        { interval: 500 },
      )
      .toEqual(expect.arrayContaining(['%']))
    expect((await labels(terminal)).filter((label) => rowsOfRun.includes(label) || label === 'drain')).toEqual([])
    await expect.poll(() => terminal.showsCursor()).toBe(true)
  })
})
