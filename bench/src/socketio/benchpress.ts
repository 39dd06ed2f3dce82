import { pluginScript } from '../node-script.ts'
import type { EchoGenerator } from './echo-load.ts'

/** benchpress with its Socket.IO plugin and its ready-made journey. */
export const benchpressEcho: EchoGenerator = {
  name: 'benchpress',
  ...pluginScript('plugin-socketio', import.meta.url, ['benchpress-load.mjs']),
}
