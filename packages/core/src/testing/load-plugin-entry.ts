import { parentPort, workerData } from 'node:worker_threads'
import { loadPlugins } from '../load/plugin/config-plugins.ts'
import type { PluginReference } from '../load/plugin/define-plugin.ts'

/** What a separate thread loads from a reference. */
export type SeenInThread =
  | { readonly name: string; readonly metrics: readonly string[]; readonly options: unknown }
  | { readonly problems: readonly string[] }

const [loaded] = await loadPlugins([workerData as PluginReference], process.cwd())
parentPort?.postMessage(seen())

function seen(): SeenInThread {
  if (loaded === undefined) return { problems: [] }
  if ('problems' in loaded) return { problems: loaded.problems.map(({ message }) => message) }
  const { name, metrics } = loaded.plugin
  return { name, metrics: Object.keys(metrics), options: cloneable(loaded.options) }
}

// Parsed options stay in their thread, and need not be data.
function cloneable(options: unknown): unknown {
  try {
    return structuredClone(options)
  } catch {
    return undefined
  }
}
