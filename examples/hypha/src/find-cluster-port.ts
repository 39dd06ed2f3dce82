import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

/** Options of the search for ports. */
export interface ClusterPortOptions {
  /** First port of the search, which goes in steps of ten ports. Default 8080, as documented. */
  readonly from?: number
}

/** Number of ports of one lock. */
const block = 10

// Each block of ports has a lock port: a process that listens on it owns the block. From 32,768 on, systems use ports for outgoing connections.
const firstLock = 30_000
const end = 27_680

/**
 * Finds a row of free ports, one for each server of a cluster.
 *
 * This process owns the ports until it ends: no other process that calls this function gets any of them, not even while a cluster is restarted.
 *
 * @throws Error when there are no such ports
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
  // Ports are tried only with the lock, as a try takes the port for a moment and could be in the way of a starting server.
  for (let port = first; isKept && port < first + nodes; port++) isKept = await isFree(port)
  if (!isKept) for (const lock of locks) lock.close()
  return isKept
}

async function isFree(port: number): Promise<boolean> {
  // Tried on all addresses, so that a server on another address than the loopback is noticed too.
  const server = await listen(port)
  server?.close()
  if (server !== undefined) await once(server, 'close')
  return server !== undefined
}

async function listen(port: number, host?: string): Promise<Server | undefined> {
  // Connections are closed at once.
  const server = createServer((socket) => socket.destroy())
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen({ port, ...(host !== undefined && { host }) }, () => resolve(server))
  })
}
