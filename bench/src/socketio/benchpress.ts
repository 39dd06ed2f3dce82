import { pluginScript } from '../node-script.ts'
import { readReport } from '../run-with-usage.ts'
import type { EchoGenerator, EchoReport } from './echo-load.ts'

/** benchpress with its Socket.IO plugin and its ready-made journey. */
export const benchpressEcho: EchoGenerator = {
  name: 'benchpress',
  ...pluginScript('plugin-socketio', import.meta.url, ['benchpress-load.mjs']),
  parse: (stdout) => readReport(stdout) as EchoReport,
}
