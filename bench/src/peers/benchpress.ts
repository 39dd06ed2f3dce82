import { benchpressScript } from '../node-script.ts'
import { readReport } from '../run-with-usage.ts'
import type { Peer, PeerReport } from './peer.ts'

/** benchpress as a library. */
export const benchpressPeer: Peer = {
  name: 'benchpress',
  ...benchpressScript(import.meta.resolve('./benchpress-load.mjs')),
  parse: (output) => readReport(output) as PeerReport,
}
