import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readReport } from '../run-with-usage.ts'
import { stagePackages } from '../stage-packages.ts'
import type { EchoGenerator, EchoReport } from './echo-load.ts'

const program = 'benchpress-load.mjs'

/** benchpress with its Socket.IO plugin and its ready-made journey, compiled as they are published, with one load thread. */
export const benchpressEcho: EchoGenerator = {
  name: 'benchpress',
  prepare: async (folder) => {
    await stagePackages('plugin-socketio', folder)
    // The place of the program decides which packages it finds.
    await copyFile(new URL(program, import.meta.url), join(folder, program))
    return undefined
  },
  command: (load, folder) => Promise.resolve([process.execPath, join(folder, program), JSON.stringify(load)]),
  parse: (stdout) => readReport(stdout) as EchoReport,
}
