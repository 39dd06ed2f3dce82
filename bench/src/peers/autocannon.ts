import { nodeScript } from '../node-script.ts'
import { readReport } from '../run-with-usage.ts'
import type { Peer, PeerReport } from './peer.ts'

/** autocannon with its own HTTP client, in one thread. */
export const autocannonPeer: Peer = {
  name: 'autocannon',
  ...nodeScript(import.meta.resolve('./autocannon-load.mjs')),
  parse: (output) => readReport(output) as PeerReport,
}
