import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { awaitEnd, type CommandFixture, type CommandOptions, createCommandFixture, isAlive, serverProgram } from './command-fixture.ts'

let fixture: CommandFixture

beforeEach(async () => {
  fixture = await createCommandFixture()
})

afterEach(() => fixture.remove())

/** Starts a target in a process of its own that then ends in some way; resolves with the number of the target's process. */
async function runElsewhere(ending: string, options: CommandOptions = {}, program = serverProgram): Promise<number> {
  const source = `
    import { startTarget } from ${JSON.stringify(import.meta.resolve('../../src/target/start-target.ts'))}
    const target = ${JSON.stringify(await fixture.command(program, options))}
    const { pid } = await startTarget(target, { stateDirectory: ${JSON.stringify(fixture.stateDirectory)} })
    process.stdout.write(String(pid) + '\\n', () => { ${ending} })
    setInterval(() => {}, 1000)
  `
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', source], { reject: false })
  return Number(stdout)
}

describe('a target that a crashed run left behind', () => {
  test('a target that a crashed run left behind is named by the next start, and left alone', async () => {
    const pid = await runElsewhere(`process.kill(process.pid, 'SIGKILL')`)
    try {
      const command = await fixture.command(serverProgram)
      const target = await fixture.start(command)
      expect(target.notices).toEqual([
        `a target of an earlier run is still running: pid ${pid} (${command.command.join(' ')}); end it with kill -- -${pid}`,
      ])
      await target.stop()
      expect(isAlive(pid)).toBe(true)
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
    await awaitEnd(pid)
    expect((await fixture.start(await fixture.command(serverProgram))).notices).toEqual([])
    expect(await readdir(fixture.stateDirectory)).toHaveLength(1)
  })

  test('a target that a crashed run left behind is named when its port is in the way', async () => {
    const port = await freePort()
    const place = { words: [`${port}`], ready: `http://127.0.0.1:${port}` }
    const pid = await runElsewhere(`process.kill(process.pid, 'SIGKILL')`, place)
    try {
      const { code, hint } = await fixture.failure(await fixture.command(serverProgram, place))
      expect(code).toBe('TARGET_PORT_BUSY')
      expect(hint).toContain(`still running: pid ${pid} `)
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  })

  test('a target that a crashed run left behind is named without the secrets of its command line, which its pid file lacks too', async () => {
    const pid = await runElsewhere(`process.kill(process.pid, 'SIGKILL')`, { words: ['0', '--password', 'SECRET'] })
    try {
      expect(await readFile(join(fixture.stateDirectory, `target-${pid}.json`), 'utf8')).not.toContain('SECRET')
      const { notices } = await fixture.start(await fixture.command(serverProgram))
      expect(notices[0]).toContain(' 0 --password [redacted]);')
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  })

  test.each([
    ['', 'ends at SIGTERM'],
    [`process.on('SIGTERM', () => {});`, 'ignores SIGTERM'],
  ])('an exit takes the target and its pid file with it: %j', async (source) => {
    const pid = await runElsewhere('process.exit(3)', {}, source + serverProgram)
    expect(await awaitEnd(pid)).toBe('gone')
    expect(await readdir(fixture.stateDirectory)).toEqual([])
  })

  test('an exit also ends what a target left running when its command ended', async () => {
    const child = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('listening on http://host', process.pid)`
    const source = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
    // The child ignores what ends its parent.
    const pid = await runElsewhere('process.kill(pid); void target.exited.then(() => process.exit(3))', {}, source)
    expect(pid).toBeGreaterThan(0)
    await vi.waitFor(() => expect(() => process.kill(-pid, 0)).toThrow('ESRCH'), 20_000)
  })
})

describe('pid files', () => {
  test('pid files are for this user alone', async () => {
    const { pid } = await fixture.start(await fixture.command(serverProgram))
    expect((await stat(fixture.stateDirectory)).mode & 0o777).toBe(0o700)
    expect((await stat(join(fixture.stateDirectory, `target-${pid}.json`))).mode & 0o777).toBe(0o600)
  })

  test('pid files are not read as orphans while the run that wrote them continues', async () => {
    await fixture.start(await fixture.command(serverProgram))
    expect((await fixture.start(await fixture.command(serverProgram))).notices).toEqual([])
  })

  test('pid files that cannot be read, or that name another process of the same number, are removed', async () => {
    await mkdir(fixture.stateDirectory, { mode: 0o700 })
    const gone = { pid: 2 ** 22 + 1, startTime: '1' }
    await writeFile(join(fixture.stateDirectory, 'target-1.json'), '{')
    const stale = { target: { pid: process.pid, startTime: '1' }, command: ['node'], owner: gone }
    await writeFile(join(fixture.stateDirectory, 'target-2.json'), JSON.stringify(stale))
    const target = await fixture.start(await fixture.command(serverProgram))
    expect(target.notices).toEqual([])
    expect(await readdir(fixture.stateDirectory)).toEqual([`target-${target.pid}.json`])
  })

  test('pid files are neither read nor written in a directory that others can write to', async () => {
    await mkdir(fixture.stateDirectory)
    await chmod(fixture.stateDirectory, 0o777)
    const target = await fixture.start(await fixture.command(serverProgram))
    expect(target.notices).toEqual([
      `a crash of this run would leave no trace of its target: ${fixture.stateDirectory} is not a directory that only this user can write to`,
    ])
    expect(await readdir(fixture.stateDirectory)).toEqual([])
  })
})
