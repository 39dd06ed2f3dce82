import { fileURLToPath } from 'node:url'
import { readReport } from '../run-with-usage.ts'
import type { EchoGenerator, EchoReport } from './echo-load.ts'

/** `socket.io-client` alone, as a careful user would write it: a loop for each connection that awaits each acknowledgement, no longer than 10 s, and notes its time. */
export const bareEcho: EchoGenerator = {
  name: 'socket.io-client',
  prepare: () => Promise.resolve(undefined),
  command: (load) => Promise.resolve([process.execPath, fileURLToPath(import.meta.resolve('./bare-load.mjs')), JSON.stringify(load)]),
  parse: (stdout) => readReport(stdout) as EchoReport,
}
