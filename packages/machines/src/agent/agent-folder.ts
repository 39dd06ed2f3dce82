import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

// Machines may share a folder for temporary files, and a socket shows only on its own machine whether its agent lives.
const prefix = `benchpress-agent-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`
/** The lock of a folder, a Unix socket at which its agent listens. It has the first name until it listens. */
const lock = { early: 'locking', name: 'lock' }
const content = 'run'

/** A temporary folder of an agent for one run, which other agents leave alone while this process lives. */
export class AgentFolder {
  /** The folder with its lock. */
  readonly path: string
  readonly #server: Server | undefined

  /** @param parent folder for temporary files */
  static async create(parent: string = tmpdir()): Promise<AgentFolder> {
    for (;;) {
      const path = await mkdtemp(join(parent, prefix))
      const server = await listen(join(path, lock.early))
      try {
        // Where there are no such sockets, as on Windows or at a long path, a file keeps other agents from removing the folder.
        await (server === undefined ? writeFile(join(path, lock.name), '') : rename(join(path, lock.early), join(path, lock.name)))
        await mkdir(join(path, content))
        return new AgentFolder(path, server)
      } catch (error) {
        server?.close()
        // Another agent found the folder without a lock, and removed it.
        if (!isAbsent(error)) throw error
      }
    }
  }

  private constructor(path: string, server: Server | undefined) {
    this.path = path
    this.#server = server
  }

  /** The part of the folder for the run, which is empty at first. */
  get content(): string {
    return join(this.path, content)
  }

  async remove(): Promise<void> {
    await removeFolder(this.path)
    this.#server?.close()
  }
}

/**
 * Removes the folders of agents of this user and machine that were killed. Folders of agents that live, and of other users, stay as they are.
 *
 * @param parent folder for temporary files
 */
export async function removeLeftFolders(parent: string = tmpdir()): Promise<void> {
  const user = process.geteuid?.()
  // Where others could put a link in place of a folder, none is removed.
  if (user === undefined || !(await isSafe(parent, user).catch(() => false))) return
  const left = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix))
  // A folder that cannot be removed is no reason not to start.
  await Promise.all(left.map(async (name) => await removeIfLeft(join(parent, name), user).catch(() => undefined)))
}

async function isSafe(parent: string, user: number): Promise<boolean> {
  const { uid, mode } = await stat(parent)
  const [sticky, othersWrite] = [0o1000, 0o022]
  return (uid === user || uid === 0) && ((mode & sticky) !== 0 || (mode & othersWrite) === 0)
}

async function removeIfLeft(path: string, user: number): Promise<void> {
  const found = await lstat(path)
  // Nobody else can change anything in a folder that only its owner can open.
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) return
  if (await isAbandoned(join(path, lock.name))) return await removeFolder(path)
  // An agent that lives renames this socket in vain then, and makes another folder.
  if (await isAbandoned(join(path, lock.early))) await unlink(join(path, lock.early))
  // Fails for a folder with a lock.
  await rmdir(path)
}

// The lock goes last, so that the rest of a removal that was cut short is removed by the next agent.
async function removeFolder(path: string): Promise<void> {
  await rm(join(path, content), { recursive: true, force: true })
  await rm(path, { recursive: true, force: true })
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  // A connection that cannot be accepted is no reason to end: who opened it has its answer.
  server.on('error', () => undefined)
  try {
    await once(server.listen(path), 'listening')
    return server
  } catch {
    return undefined
  }
}

/** Whether a path is a socket at which no process listens. */
async function isAbandoned(path: string): Promise<boolean> {
  if ((await lstat(path).catch(() => undefined))?.isSocket() !== true) return false
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
