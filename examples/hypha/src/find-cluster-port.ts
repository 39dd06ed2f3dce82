import { createServer } from 'node:net'

/** Where the search starts. */
export interface ClusterPortOptions {
  /** The first port that is tried. Default 8080, as documented. */
  readonly from?: number
}

// From here on systems hand out ports to whoever connects: one that is free now may be somebody's a moment later.
const firstEphemeral = 32_768

/**
 * Finds a port that is free, and the next ones too: one for each server of a cluster.
 *
 * They are free now; nothing keeps them so.
 *
 * @throws Error when there are none
 */
export async function findClusterPort(nodes: number, { from = 8080 }: ClusterPortOptions = {}): Promise<number> {
  for (let first = from; first + nodes <= firstEphemeral; first += nodes) {
    const ports = Array.from({ length: nodes }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`there are no ${nodes} free ports in a row from ${from} to ${firstEphemeral - 1}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    // Of all addresses, so that a server elsewhere than on the loopback is seen too.
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
