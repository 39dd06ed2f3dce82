import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

/** Where the search starts. */
export interface ClusterPortOptions {
  /** Where the search starts, in steps of ten ports. Default 8080, as documented. */
  readonly from?: number
}

/** Ports of one lock. */
const block = 10

// Each block of ports has one port that is its lock: listening on it keeps the others. From 32,768 on systems use ports for outgoing connections.
const firstLock = 30_000
const end = 27_680

/**
 * Finds a port that is free, and the next ones too: one for each server of a cluster.
 *
 * This process keeps them until it ends: no other process that asks is given any of them, not even while a cluster is stopped and started again.
 *
 * @throws Error when there are none
 */
export async function findClusterPort(nodes: number, { from = 8080 }: ClusterPortOptions = {}): Promise<number> {
  for (let first = Math.ceil(from / block) * block; first + nodes <= end; first += block) {
    if (await keep(first, nodes)) return first
  }
  throw new Error(`there are no ${nodes} free ports in a row from ${from} to ${end - 1}`)
}

async function keep(first: number, nodes: number): Promise<boolean> {
  const locks: Server[] = []
  let isKept = true
  for (let port = first; isKept && port < first + nodes; port += block) {
    const lock = await listen(firstLock + port / block, '127.0.0.1')
    isKept = lock !== undefined
    if (lock !== undefined) locks.push(lock.unref())
  }
  // Only with the lock: trying a port takes it for a moment, which would be in the way of a server that starts.
  for (let port = first; isKept && port < first + nodes; port++) isKept = await isFree(port)
  if (!isKept) for (const lock of locks) lock.close()
  return isKept
}

async function isFree(port: number): Promise<boolean> {
  // Of all addresses, so that a server elsewhere than on the loopback is seen too.
  const server = await listen(port)
  server?.close()
  if (server !== undefined) await once(server, 'close')
  return server !== undefined
}

async function listen(port: number, host?: string): Promise<Server | undefined> {
  // Nobody is served here.
  const server = createServer((socket) => socket.destroy())
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen({ port, ...(host !== undefined && { host }) }, () => resolve(server))
  })
}
