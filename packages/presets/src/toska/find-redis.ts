import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import { isPresetError, MissingPackageError, moduleBeside, PresetPackages } from '@benchpress/core/preset'

/** The target and the plugin for Redis, or why they are missing. */
export type FoundRedis = { readonly target: CommandTarget; readonly plugin: string } | { readonly missing: string }

const pluginModule = '@benchpress/example-plugin-resp/plugin'

/** Finds the server and the plugin for the comparison with Redis. */
export function findRedis(): FoundRedis {
  if (!isOnPath('redis-server')) return { missing: 'there is no redis-server on the PATH' }
  try {
    const plugin = new PresetPackages(process.cwd(), import.meta.url).resolve(pluginModule)
    const program = fileURLToPath(moduleBeside(import.meta.url, './redis-process'))
    return { target: { command: [process.execPath, program], ready: { log: 'listening on (?<url>\\S+)' } }, plugin }
  } catch (error) {
    if (!isPresetError(error, MissingPackageError)) throw error
    return { missing: `${error.message}: npm i -D ${error.missing}` }
  }
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}
