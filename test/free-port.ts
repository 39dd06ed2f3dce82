import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems choose by themselves; consecutive process ids have different ports.
const first = 10_000
const ofProcess = 8
const processes = 2000
let asked = 0
const held = new Set<number>()

/**
 * Finds a port of this machine without a listener.
 *
 * The port stays free until it is used, even if it was used before: the system gives it to no other listener or client.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ofProcess; attempt++) {
    const port = first + (process.pid % processes) * ofProcess + (asked++ % ofProcess)
    if (!held.has(port) && (await isFree(port))) return port
  }
  throw new Error('other programs listen at all the ports that tests of this process may have')
}

/** Finds a port as {@link freePort} does, for a server that is started again and again: nobody else in this process gets the port before it is released. */
export async function holdPort(): Promise<number> {
  const port = await freePort()
  held.add(port)
  return port
}

/** Releases a port that was held. */
export function releasePort(port: number): void {
  held.delete(port)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
