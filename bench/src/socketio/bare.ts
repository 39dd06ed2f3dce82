import { nodeScript } from '../node-script.ts'
import type { EchoGenerator } from './echo-load.ts'

/** `socket.io-client` in a careful user's program: a loop for each connection that awaits each acknowledgement, for at most 10 s, and records its time. */
export const bareEcho: EchoGenerator = {
  name: 'socket.io-client',
  ...nodeScript(import.meta.resolve('./bare-load.mjs')),
}
