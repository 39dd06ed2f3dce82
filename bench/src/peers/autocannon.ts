import { fileURLToPath } from 'node:url'
import type { Peer } from './peer.ts'
import { parsePeerReport } from './parse-peer-report.ts'

/** autocannon with its own HTTP client, in one thread. */
export const autocannonPeer: Peer = {
  name: 'autocannon',
  prepare: () => Promise.resolve(undefined),
  command: (load) => Promise.resolve([process.execPath, fileURLToPath(import.meta.resolve('./autocannon-load.mjs')), JSON.stringify(load)]),
  parse: parsePeerReport,
}
