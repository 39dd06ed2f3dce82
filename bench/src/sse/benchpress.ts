import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stagePackages } from '../stage-packages.ts'
import type { SseGenerator } from './sse-load.ts'

const program = 'benchpress-load.mjs'
const files = [program, 'bridge-ids.mjs', 'subscriber.mjs', 'sender.mjs']

/** benchpress with its SSE plugin, compiled as they are published, with one load thread. */
export const benchpressSse: SseGenerator = {
  name: 'benchpress',
  prepare: async (folder) => {
    await stagePackages('plugin-sse', folder)
    // The place of the program decides which packages it finds.
    for (const file of files) await copyFile(new URL(file, import.meta.url), join(folder, file))
    return undefined
  },
  command: (load, folder) => [process.execPath, join(folder, program), JSON.stringify(load)],
}
