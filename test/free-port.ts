import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems choose by themselves. Processes that were started one after the other have ports of their own.
const first = 10_000
const ofProcess = 8
const processes = 2000
let asked = 0

/**
 * A port of this machine without a listener.
 *
 * It stays free until it is used, also when it was used before: what listens at any port, or connects from one, is never given it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ofProcess; attempt++) {
    const port = first + (process.pid % processes) * ofProcess + (asked++ % ofProcess)
    if (await isFree(port)) return port
  }
  throw new Error('other programs listen at all the ports that tests of this process may have')
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
