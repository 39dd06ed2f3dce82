import { stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from './store-error.ts'

/** A lock on a folder, which the operating system releases when the process ends in any way. */
export interface FolderLock {
  release(): Promise<void>
}

// A process that was just killed is gone a moment later.
const attempts = 100
const between = 20

/**
 * Locks an existing folder, by listening at a name that no other process can use and that leaves no file behind. Linux and Windows have such names; elsewhere
 * there is no lock.
 *
 * @throws StoreError when another store has the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const { dev, ino } = await stat(folder)
  const name = nameOf(`toska-${dev}-${ino}`)
  if (name === undefined) return { release: () => Promise.resolve() }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const server = await listen(name)
    if (server !== undefined) return { release: () => new Promise((resolve) => void server.close(() => resolve())) }
    await wait(between)
  }
  throw new StoreError(`${folder} is in use by another store: end it, or take another folder`)
}

function nameOf(name: string): string | undefined {
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : undefined
}

function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(name, () => resolve(server))
  })
}
