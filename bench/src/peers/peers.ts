import { autocannonPeer } from './autocannon.ts'
import { benchpressPeer } from './benchpress.ts'
import type { Peer } from './peer.ts'
import { wrkPeer } from './wrk.ts'

/** All peers, in the order in which each round measures them. */
export const peers: readonly Peer[] = [autocannonPeer, wrkPeer, benchpressPeer]
