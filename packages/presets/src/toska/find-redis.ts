import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import { isPresetError, MissingPackageError, moduleBeside, PresetPackages } from '@benchpress/core/preset'

/** The target and the plugin for Redis, or why they are missing. */
export type FoundRedis = { readonly target: CommandTarget; readonly plugin: string } | { readonly missing: string }

/** Finds the server and the plugin for the comparison with Redis. */
export function findRedis(): FoundRedis {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return { missing: 'there is no redis-server on the PATH' }
  try {
    const plugin = new PresetPackages(process.cwd(), import.meta.url).resolve('@benchpress/example-plugin-resp/plugin')
    const program = fileURLToPath(moduleBeside(import.meta.url, './redis-process'))
    return { target: { command: [process.execPath, program], ready: { log: 'listening on (?<url>\\S+)' } }, plugin }
  } catch (error) {
    if (!isPresetError(error, MissingPackageError)) throw error
    return { missing: `${error.message}: npm i -D ${error.missing}` }
  }
}
