import { fileURLToPath } from 'node:url'
import { buildCore, coreEntry } from '../build-core.ts'
import type { Peer } from './peer.ts'
import { parsePeerReport } from './parse-peer-report.ts'

/** benchpress as a library, compiled as it is published, with one load thread. */
export const benchpressPeer: Peer = {
  name: 'benchpress',
  prepare: async () => {
    await buildCore()
    return undefined
  },
  command: (load, { profile }) => {
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    const script = fileURLToPath(import.meta.resolve('./benchpress-load.mjs'))
    return Promise.resolve([process.execPath, ...flags, script, JSON.stringify(load), coreEntry])
  },
  parse: parsePeerReport,
}
