import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilePackage, coreEntry, stagePackages } from './compile-packages.ts'
import type { Generator } from './generator.ts'

type Script<Load> = Pick<Generator<Load>, 'prepare' | 'command'>

/** A generator that is a script of Node.js, whose argument is its load as JSON. */
export function nodeScript<Load>(script: string): Script<Load> {
  return {
    prepare: async () => undefined,
    command: async (load) => [process.execPath, fileURLToPath(script), JSON.stringify(load)],
  }
}

/**
 * A script of Node.js that has benchpress as a library, compiled as it is published, with one load thread.
 *
 * @param settings what is added to its load
 */
export function benchpressScript<Load extends { readonly profile?: string | undefined }>(
  script: string,
  settings: object = {},
): Script<Load> {
  return {
    prepare: async () => {
      await compilePackage('core')
      return undefined
    },
    command: async (load) => {
      const flags = load.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${load.profile}`]
      return [process.execPath, ...flags, fileURLToPath(script), JSON.stringify({ ...load, ...settings }), coreEntry]
    },
  }
}

/**
 * A script of Node.js that has benchpress with a plugin, compiled as they are published, with one load thread.
 *
 * @param files the script and the files that it needs, in a folder
 */
export function pluginScript<Load>(
  plugin: 'plugin-sse' | 'plugin-socketio',
  folderUrl: string,
  [script, ...others]: readonly [string, ...string[]],
): Script<Load> {
  return {
    prepare: async (folder) => {
      await stagePackages(plugin, folder)
      // The place of the program decides which packages it finds.
      for (const file of [script, ...others]) await copyFile(new URL(file, folderUrl), join(folder, file))
      return undefined
    },
    command: async (load, folder) => [process.execPath, join(folder, script), JSON.stringify(load)],
  }
}
