import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  awaitEnd,
  type CommandFixture,
  createCommandFixture,
  idleProgram,
  isAlive,
  serverProgram,
} from '../../test/target/command-fixture.ts'

let fixture: CommandFixture

beforeEach(async () => {
  fixture = await createCommandFixture()
})

afterEach(() => fixture.remove())

describe('a command that is stopped', () => {
  test('a stopped command is gone, and may be stopped again', async () => {
    const target = await fixture.start(await fixture.command(serverProgram))
    await Promise.all([target.stop(), target.stop()])
    expect(isAlive(target.pid)).toBe(false)
    await expect(fetch(target.url)).rejects.toThrow('fetch failed')
    await target.stop()
  })

  test('a stopped command ends the processes that it started', async () => {
    const child = `process.on("SIGTERM", () => {}); console.log("listening on http://host"); ${idleProgram}`
    const source = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); ${idleProgram}`
    const target = await fixture.start(await fixture.command(source, { stopTimeout: 2e5 }))
    expect(isAlive(target.pid)).toBe(true)
    await target.stop()
    expect(isAlive(target.pid)).toBe(false)
    // The system takes its time to clear away what has ended.
    await vi.waitFor(() => expect(() => process.kill(-(target.pid ?? 0), 0)).toThrow('ESRCH'), 20_000)
  })

  test('a command that ignores SIGTERM is killed after its time to stop', async () => {
    const target = await fixture.start(await fixture.command(`process.on('SIGTERM', () => {}); ${serverProgram}`, { stopTimeout: 3e5 }))
    const before = performance.now()
    await target.stop()
    // Half of it: a timer counts from the turn of the loop that it was set in.
    expect(performance.now() - before).toBeGreaterThan(150)
    expect(isAlive(target.pid)).toBe(false)
  })

  test('a stopped command does not count as having ended by itself', async () => {
    const target = await fixture.start(await fixture.command(serverProgram))
    await target.stop()
    expect(await Promise.race([target.exited, delay(50, 'silent')])).toBe('silent')
  })
})

describe('a command that ends by itself', () => {
  test('a command that ends by itself reports how, with its last output', async () => {
    const source = `${serverProgram}; process.on('SIGUSR2', () => { console.error('out of\\nideas'); process.exit(3) })`
    const target = await fixture.start(await fixture.command(source))
    process.kill(target.pid ?? 0, 'SIGUSR2')
    const exit = await target.exited
    expect(exit.reason).toBe('exited with code 3')
    expect(exit.output.slice(-2)).toEqual(['out of', 'ideas'])
  })

  test('a command that is killed reports it', async () => {
    const target = await fixture.start(await fixture.command(serverProgram))
    process.kill(target.pid ?? 0, 'SIGKILL')
    expect((await target.exited).reason).toBe('was killed by SIGKILL')
  })

  test('the processes that an ended command leaves behind are still stopped', async () => {
    const child = `console.log("listening on http://host", process.pid); ${idleProgram}`
    const source = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); process.on('SIGUSR2', () => process.exit())`
    const target = await fixture.start(await fixture.command(source))
    process.kill(target.pid ?? 0, 'SIGUSR2')
    const { output } = await target.exited
    const orphan = Number(output[0]?.split(' ').at(-1))
    expect(isAlive(orphan)).toBe(true)
    await target.stop()
    expect(await awaitEnd(orphan)).toBe('gone')
  })

  test('a command may print without end and without line ends', async () => {
    const source = `${serverProgram}; process.on('SIGUSR2', () => process.exit(1)); let printed = 0;
      setTimeout(function print() { printed++ < 500 ? process.stdout.write('x'.repeat(1e5), print) : process.exit(1) }, 100)`
    const target = await fixture.start(await fixture.command(source))
    const { output } = await target.exited
    expect(output.join('').length).toBeLessThan(10_000)
    expect(output.at(-1)).toMatch(/^x+$/)
  })
})
