import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BenchpressError } from '../base/errors/benchpress-error.ts'
import { freePort } from '../../../../test/free-port.ts'
import {
  type CommandFixture,
  createCommandFixture,
  idleProgram,
  isAlive,
  listen,
  serverProgram,
} from '../../test/target/command-fixture.ts'

let fixture: CommandFixture

beforeEach(async () => {
  fixture = await createCommandFixture()
})

afterEach(() => fixture.remove())

describe('a command is ready', () => {
  test('a command is ready when its URL responds, whatever the status', async () => {
    const port = await freePort()
    const command = await fixture.command(serverProgram, { words: [`${port}`], ready: `http://127.0.0.1:${port}/health` })
    const target = await fixture.start(command)
    expect(target).toMatchObject({ kind: 'command', url: `http://127.0.0.1:${port}`, command: command.command, notices: [] })
    expect(target.pid).toBe(await fixture.lastPid())
    expect((await fetch(target.url)).status).toBe(404)
  })

  test('a command is ready when each of several URLs responds', async () => {
    const ports = [await freePort(), await freePort()]
    const second = `setTimeout(() => require('node:http').createServer((request, response) => response.end()).listen(${ports[1]}, '127.0.0.1'), 100)`
    const ready = ports.map((port) => `http://127.0.0.1:${port}/health`)
    const target = await fixture.start(await fixture.command(`${serverProgram}; ${second}`, { words: [`${ports[0]}`], ready }))
    expect(target.url).toBe(`http://127.0.0.1:${ports[0]}`)
    expect((await fetch(`http://127.0.0.1:${ports[1]}`)).status).toBe(200)
  })

  test('a command that is not ready in time names the URLs that do not respond', async () => {
    const [port, silent] = [await freePort(), await freePort()]
    const ready = [port, silent].map((each) => `http://127.0.0.1:${each}/health`)
    // Until the machine gives it enough time to say that it listens.
    let startTimeout = 1e6
    const start = async (): Promise<BenchpressError> =>
      fixture.failure(await fixture.command(serverProgram, { words: [`${port}`], ready, startTimeout }))
    let error = await start()
    for (; error.message.endsWith('printed nothing'); error = await start()) startTimeout *= 2
    expect(error.code).toBe('TARGET_NOT_READY')
    expect(error.message).toContain(`did not respond at http://127.0.0.1:${silent}/health`)
    expect(error.message).not.toContain(`respond at http://127.0.0.1:${port}/`)
  })

  test('a command is ready when its URL responds at a Unix socket', async () => {
    const unixSocket = join(fixture.directory, 'socket')
    const command = await fixture.command(serverProgram, { words: [unixSocket], ready: 'http://localhost/' })
    expect((await fixture.start(command, { unixSocket })).url).toBe('http://localhost')
  })

  test('a command is ready when its port is open', async () => {
    const port = await freePort()
    const target = await fixture.start(await fixture.command(serverProgram, { words: [`${port}`], ready: { port } }))
    expect(target.url).toBe(`http://localhost:${port}`)
  })

  test('a command is ready when it prints a line, which may contain its URL', async () => {
    const target = await fixture.start(await fixture.command(serverProgram))
    expect(target.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect((await fetch(target.url)).status).toBe(404)
  })

  test('a command has the configured environment and directory', async () => {
    const said = 'process.env.COLOUR, process.cwd(), typeof process.env.PATH, process.execPath'
    const target = await fixture.start(
      await fixture.command(`console.log(['listening on http://host', ${said}].join(' ')); ${idleProgram}`, {
        env: { COLOUR: 'blue' },
        ready: { log: `(?<url>http://host) blue ${fixture.directory} string ${process.execPath}$` },
      }),
    )
    expect(target.url).toBe('http://host')
  })

  test('a command is ready only if its URL is known', async () => {
    const source = `console.log('listening'); ${idleProgram}`
    const error = await fixture.failure(await fixture.command(source, { ready: { log: 'listening' } }))
    expect(error).toMatchObject({ code: 'TARGET_NOT_READY' })
    expect(error.message).toMatch(/is ready, but nothing says at which URL it responds$/)
    const target = await fixture.start(await fixture.command(source, { ready: { log: 'listening' }, url: 'http://localhost:1/api' }))
    expect(target.url).toBe('http://localhost:1/api')
  })
})

describe('a command is refused', () => {
  test('a command is refused when something listens at its port before', async () => {
    const { port, close } = await listen()
    try {
      for (const ready of [`http://localhost:${port}`, { port }]) {
        const error = await fixture.failure(await fixture.command(idleProgram, { ready }))
        expect(error.code).toBe('TARGET_PORT_BUSY')
        expect(error.message).toBe(`port ${port} is already in use before our command started`)
        expect(error.hint).toContain('stop what listens there')
      }
      expect(await fixture.lastPid()).toBe(0)
    } finally {
      await close()
    }
  })

  test('a command that ends before it is ready is reported with its exit code and output', async () => {
    const source = `for (let i = 1; i < 30; i++) console.log('line ' + i); console.error('no config'); process.exit(7)`
    const { code, message } = await fixture.failure(await fixture.command(source))
    expect(code).toBe('TARGET_EXITED')
    expect(message).toMatch(/^the command "node .*" exited with code 7 before it was ready; it printed:\n {2}line \d+\n/)
    expect(message).toContain('\n  no config')
    expect(message.split('\n')).toHaveLength(21)
  })

  test('a refused command shows no secrets of its command line, of its output or of its URL', async () => {
    const words = ['--password', 'SECRET', '--api-key=SECRET', '-u', 'ann:SECRET']
    const errors = [
      await fixture.failure(
        await fixture.command(`console.log('connecting to db://ann:SECRET@host with token=SECRET'); process.exit(4)`, { words }),
      ),
      await fixture.failure(
        await fixture.command(idleProgram, { words, ready: 'http://ann:SECRET@127.0.0.1:1/?token=SECRET', startTimeout: 3e5 }),
      ),
      await fixture.failure({ ...(await fixture.command('')), command: ['no-such-command', ...words] }),
    ]
    expect(inspect(errors)).not.toContain('SECRET')
    const [crash, late] = errors
    expect(crash?.message).toMatch(/--password \[redacted\] --api-key=\[redacted\] .*\n {2}connecting to db:\/\/host with/)
    expect(late?.hint).toContain('give it longer (target.startTimeout, --start-timeout)')
  })

  test('a command that goes into the background is refused', async () => {
    const error = await fixture.failure(await fixture.command(''))
    expect(error).toMatchObject({ code: 'TARGET_EXITED', hint: 'the command must stay in the foreground as long as the target runs' })
  })

  test.each([
    ['prints no line', { log: 'ready' }, /printed no line that matches \/ready\/ within 700ms, and printed nothing$/],
    [
      'does not respond',
      'http://127.0.0.1:1/',
      /did not respond at http:\/\/127.0.0.1:1\/ \(connect ECONNREFUSED 127.0.0.1:1\) within 700ms/,
    ],
    ['opens no port', { port: 1 }, /did not open port 1 within 700ms/],
  ])('a command that %s in time is refused and stopped', async (_case, ready, message) => {
    const error = await fixture.failure(await fixture.command(idleProgram, { ready, startTimeout: 7e5 }))
    expect(error.code).toBe('TARGET_NOT_READY')
    expect(error.message).toMatch(message)
    expect(await readdir(fixture.stateDirectory)).toEqual([])
    // On a busy machine it was stopped before it ran.
    const pid = await fixture.lastPid()
    expect(pid !== 0 && isAlive(pid)).toBe(false)
  })

  test('a command that cannot be started is refused with the reason', async () => {
    const command = await fixture.command(serverProgram)
    const missing = await fixture.failure({ ...command, command: ['no-such-command', 'x'] })
    expect(missing).toMatchObject({ code: 'TARGET_EXITED', message: 'the command no-such-command could not be started: it was not found' })
    const file = join(fixture.directory, 'text')
    await writeFile(file, '')
    const text = await fixture.failure({ ...command, command: [file] })
    expect(text.message).toBe(`the command ${file} could not be started: it may not be executed`)
    const elsewhere = await fixture.failure({ ...command, cwd: join(fixture.directory, 'missing') })
    expect(elsewhere.message).toBe(`the command node could not be started: there is no directory ${join(fixture.directory, 'missing')}`)
  })

  test('a command is stopped when the run ends before it is ready', async () => {
    const abort = new AbortController()
    const starting = fixture.start(await fixture.command(idleProgram), { signal: abort.signal }).catch((error: unknown) => error)
    while ((await fixture.lastPid()) === 0) await delay(5)
    abort.abort(new Error('enough'))
    expect(await starting).toEqual(new Error('enough'))
    expect(isAlive(await fixture.lastPid())).toBe(false)
  })
})
