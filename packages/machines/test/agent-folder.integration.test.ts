import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { AgentFolder, removeLeftFolders } from '../src/agent/agent-folder.ts'
import { hasRedis, startRedis } from './brokers.ts'
import { signalAgent } from './faults/fault.ts'
import { Fleet } from './fleet.ts'

const hasSockets = process.platform !== 'win32'
const isRoot = process.geteuid?.() === 0

/** A folder for temporary files that only this test uses. */
async function temporary(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-test-')))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return folder
}

/** Has a process make a folder, and kills it. */
async function leaveFolder(parent: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'agent-folder-entry.ts'), parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const written = text(child.stdout)
  await once(child.stdout, 'readable')
  child.kill('SIGKILL')
  const path = (await written).trim()
  expect(existsSync(join(path, 'run', 'file'))).toBe(true)
  return path
}

test('the folder of an agent that lives stays until the agent removes it', async () => {
  const parent = await temporary()
  const folder = await AgentFolder.create(parent)
  await writeFile(join(folder.content, 'file'), 'of the run')
  await removeLeftFolders(parent)
  expect(readdirSync(folder.content)).toEqual(['file'])
  await folder.remove()
  expect(readdirSync(parent)).toEqual([])
})

test.skipIf(!hasSockets)('the folder of a killed agent is removed, but nothing that links in it lead to', async () => {
  const parent = await temporary()
  const outside = await temporary()
  await writeFile(join(outside, 'file'), 'of somebody')
  const left = await leaveFolder(parent)
  await symlink(outside, join(left, 'run', 'package'))
  await symlink(join(outside, 'file'), join(left, 'run', 'linked'))
  await removeLeftFolders(parent)
  expect(readdirSync(parent)).toEqual([])
  expect(readdirSync(outside)).toEqual(['file'])
})

test.skipIf(!hasSockets)(
  'what is left of a removal or of the start of an agent is removed, at whichever moment it was killed',
  async () => {
    const parent = await temporary()
    const [withLock, locking, empty] = [await leaveFolder(parent), await leaveFolder(parent), await leaveFolder(parent)]
    for (const path of [withLock, locking, empty]) await rm(join(path, 'run'), { recursive: true })
    await rename(join(locking, 'lock'), join(locking, 'locking'))
    await unlink(join(empty, 'lock'))
    await Promise.all([1, 2, 3].map(async () => await removeLeftFolders(parent)))
    expect(readdirSync(parent)).toEqual([])
  },
)

test.skipIf(!hasSockets)('links and folders that others can open or change stay, as do those without a lock', async () => {
  const parent = await temporary()
  const elsewhere = await temporary()
  const left = await leaveFolder(elsewhere)
  const name = basename(left)
  const [open, noLock] = [await leaveFolder(parent), await leaveFolder(parent)]
  await chmod(open, 0o755)
  await unlink(join(noLock, 'lock'))
  await symlink(left, join(parent, `${name}x`))
  await writeFile(join(parent, `${name}y`), 'a file')
  await mkdir(join(parent, 'benchpress-agent-other'))
  const there = readdirSync(parent).toSorted()
  await removeLeftFolders(parent)
  expect(readdirSync(parent).toSorted()).toEqual(there)
  expect(existsSync(join(left, 'run', 'file'))).toBe(true)
  // A folder for temporary files in which others can put a link in place of a folder.
  await chmod(elsewhere, 0o777)
  await removeLeftFolders(elsewhere)
  expect(existsSync(join(left, 'run', 'file'))).toBe(true)
  await chmod(elsewhere, 0o1777)
  await removeLeftFolders(elsewhere)
  expect(readdirSync(elsewhere)).toEqual([])
})

test.skipIf(!isRoot)('the folder of an agent of another user stays', async () => {
  const parent = await temporary()
  const left = await leaveFolder(parent)
  await chown(left, 65_534, 65_534)
  await removeLeftFolders(parent)
  expect(existsSync(join(left, 'run', 'file'))).toBe(true)
  await removeLeftFolders(join(parent, 'none'))
})

test('at a path that is too long for a socket, a folder is never removed by others', async () => {
  const parent = join(await temporary(), 'long'.repeat(30))
  await mkdir(parent)
  const folder = await AgentFolder.create(parent)
  await removeLeftFolders(parent)
  expect(readdirSync(folder.content)).toEqual([])
  await folder.remove()
  expect(readdirSync(parent)).toEqual([])
})

test('folders that are made while others remove are there, each with its lock', async () => {
  const parent = await temporary()
  const done = new AbortController()
  const remove = async (): Promise<void> => {
    while (!done.signal.aborted) await removeLeftFolders(parent)
  }
  const removing = Promise.all([remove(), remove(), remove()])
  for (let round = 0; round < 20; round++) {
    const folders = await Promise.all(Array.from({ length: 10 }, async () => await AgentFolder.create(parent)))
    for (const folder of folders) expect(readdirSync(folder.path).toSorted()).toEqual(['lock', 'run'])
    await Promise.all(folders.map(async (folder) => await folder.remove()))
  }
  done.abort()
  await removing
  expect(readdirSync(parent)).toEqual([])
})

test.skipIf(!hasRedis || !hasSockets)('an agent removes at its start what an agent left that was killed with its load', async () => {
  const parent = await temporary()
  const fleet = await Fleet.start(await startRedis())
  onTestFinished(async () => await fleet.stop())
  const env = { TMPDIR: parent }
  const { child } = await fleet.agent('killed', { env })
  const machines = await fleet.machines({ agents: 1 })
  fleet.onAsked = () => {
    if (fleet.asked.length !== 50) return
    // Otherwise the load would see that its agent is gone.
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) signalAgent(child.pid ?? 0, 'both', signal)
  }
  const workload = { rate: '100/s', duration: '1h' } as const
  await run({ target: fleet.target, scenarios: { all: { request: { path: '/?on=1' }, workload } } }, { machines })
  expect(readdirSync(parent).length).toBe(1)
  await fleet.agent('next', { env })
  expect(readdirSync(parent)).toEqual([])
})
