import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeKey } from '@benchpress/machines'
import { hasRedis, startRedis, type TestBroker } from '../../machines/test/brokers.ts'
import { call } from './captured-io.ts'
import { startServer } from './start-server.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Milliseconds from the moment at which an agent makes its folder: while it unpacks, while its load starts, and while it sends. */
const moments = [0, 5, 15, 40, 100, 300, 600, 1200, 2500]

describe.skipIf(!hasRedis)('an agent that is interrupted by Ctrl-C', () => {
  let broker: TestBroker
  beforeAll(async () => void (broker = await startRedis()))
  afterAll(async () => await broker.stop())

  /** A folder with a config, a key, and a place for temporary files. */
  async function project(): Promise<{ readonly cwd: string; readonly temporary: string; readonly key: string }> {
    const cwd = await mkdtemp(join(tmpdir(), 'benchpress-ctrl-c-'))
    const server = await startServer((_request, response) => void response.end('ok'))
    onTestFinished(async () => {
      await server.close()
      await rm(cwd, { recursive: true, force: true })
    })
    const temporary = await mkdtemp(join(cwd, 'tmp-'))
    const scenarios = { reads: { request: { path: '/' }, workload: { rate: '50/s', duration: '1h' } } }
    await writeFile(join(cwd, 'benchpress.config.json'), JSON.stringify({ target: server.url, scenarios }))
    return { cwd, temporary, key: await makeKey(join(cwd, 'starter.pem')) }
  }

  /** Starts an agent in a group of processes of its own, as a terminal does, and resolves when it waits for runs. */
  async function agent({ temporary, key }: { readonly temporary: string; readonly key: string }): Promise<ChildProcess> {
    const child = spawn(process.execPath, [main, 'agent', broker.url, '--trust', key], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    onTestFinished(() => interrupt(child, 'SIGKILL'))
    let said = ''
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    await expect.poll(() => said).toContain('waiting for runs')
    return child
  }

  test.each(moments)('%d ms after it made its folder leaves no folder, and ends with exit code 0', async (moment) => {
    const { cwd, temporary, key } = await project()
    const child = await agent({ temporary, key })
    const made = Promise.withResolvers<void>()
    const watcher = watch(temporary, () => made.resolve())
    const starting = call(['run', '--machines', broker.url, '--agents', '1', '--signing-key', 'starter.pem', '--quiet'], { cwd })
    await made.promise
    watcher.close()
    await sleep(moment)
    const exited = once(child, 'exit')
    interrupt(child, 'SIGINT')
    expect(await exited).toEqual([0, null])
    expect(readdirSync(temporary)).toEqual([])
    await starting
  })

  test('twice, which stops it at once, leaves nothing', async () => {
    const { cwd, temporary, key } = await project()
    const child = await agent({ temporary, key })
    const starting = call(['run', '--machines', broker.url, '--agents', '1', '--signing-key', 'starter.pem', '--quiet'], { cwd })
    await expect.poll(() => readdirSync(temporary).length).toBeGreaterThan(0)
    const exited = once(child, 'exit')
    interrupt(child, 'SIGINT')
    // Within a shorter time it counts as the same Ctrl-C.
    await sleep(350)
    interrupt(child, 'SIGINT')
    // The agent may have ended in time.
    expect([0, 130]).toContain((await exited)[0])
    await expect.poll(() => readdirSync(temporary)).toEqual([])
    await starting
  })
})

/** Sends a signal to all processes of a group, as a terminal does. */
function interrupt({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All have ended.
  }
}
