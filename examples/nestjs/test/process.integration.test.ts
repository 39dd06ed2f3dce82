import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Bidder } from './bidder.ts'
import { readHealthOfAll } from './health.ts'
import { openSockets } from './room-reach.ts'
import { type RunningAuctions, spawnAuctions, startAuctions } from './start-auctions.ts'

let folder: string
let service: RunningAuctions | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auctions-test-'))
})

afterEach(async () => {
  service?.process.kill('SIGKILL')
  service = undefined
  await rm(folder, { recursive: true })
})

describe('the service as a process', () => {
  test.each([1, 2])('ends at SIGTERM with its %i workers, although sockets are open, and leaves nothing behind', async (workers) => {
    service = await startAuctions({ workers }, { TMPDIR: folder })
    const before = await readHealthOfAll(service.url, workers)
    const sockets = await openSockets(service.url, 10, ['websocket'])
    expect(await readdir(folder)).toHaveLength(1)

    const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => void socket.once('disconnect', resolve))))
    expect(await service.stop()).toEqual([0, null])
    await closed
    expect(before.map(({ pid }) => isAlive(pid))).toEqual(before.map(() => false))
    expect(await readdir(folder)).toEqual([])
  })

  test('ends all workers when the primary process is killed', async () => {
    service = await startAuctions({ workers: 2 }, { TMPDIR: folder })
    const sockets = await openSockets(service.url, 4, ['websocket'])
    // Each worker has two of these handles, which only its end closes.
    const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => void socket.once('disconnect', resolve))))
    service.process.kill('SIGKILL')
    expect(await closed).toEqual(Array.from({ length: 4 }, () => 'transport close'))
  })

  test('responds 409 to a write that does not get its turn', async () => {
    const file = join(folder, 'kept.db')
    service = await startAuctions({ file }, { STORE_PATIENCE: '50' })
    const user = await Bidder.create(service.url, 100)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const conflict = { status: 409, body: { message: 'Concurrent modification detected', error: 'Conflict', statusCode: 409 } }
    expect(await user.post('/api/users/deposit', { amount: 1 })).toEqual(conflict)
    other.exec('ROLLBACK')
    other.close()
    expect(await user.post('/api/users/deposit', { amount: 1 })).toEqual({ status: 201, body: { balance: 101, frozenBalance: 0 } })
    await service.stop()
    expect(existsSync(file)).toBe(true)
  })

  test('names everything that is wrong with its settings at once', async () => {
    const child = spawnAuctions({}, { PORT: '70000', CLUSTER_WORKERS: 'all', BREAK: 'sticky,glue', STORE_PATIENCE: 'no' })
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(2)
    expect(message.split('\n').toSorted()).toEqual([
      '',
      'BREAK: one process has no cluster to break; set CLUSTER_WORKERS',
      'BREAK: there is no glue; there are sticky, adapter',
      'CLUSTER_WORKERS: "all" is not a whole number from 1 to 99, nor auto',
      'PORT: "70000" is not a whole number from 0 to 65535',
      'STORE_PATIENCE: "no" is not a whole number from 0 to 60000',
    ])
  })

  test('reports in one line that its port is busy', async () => {
    service = await startAuctions({}, { TMPDIR: folder })
    const children = [
      spawnAuctions({}, { PORT: new URL(service.url).port }),
      spawnAuctions({ workers: 2 }, { PORT: new URL(service.url).port }),
    ]
    const messages = await Promise.all(children.map(({ stderr }) => text(stderr)))
    expect(messages).toEqual([expect.stringMatching(/^listen EADDRINUSE.*\n$/), expect.stringMatching(/^listen EADDRINUSE.*\n$/)])
    await expect.poll(() => children.map(({ exitCode }) => exitCode), { timeout: 10_000 }).toEqual([1, 1])
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
