import { registerHooks } from 'node:module'
import type { Mutation } from './lab.ts'

// Preloaded by a lab, in its process and in each of its threads: changes one source when it is loaded.
const { name, file, replaced, replacement } = JSON.parse(process.env['TESTS_MUTATION'] ?? '{}') as Mutation

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(file)) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString()
    if (source.split(replaced).length !== 2) throw new Error(`${name}: ${file} has to hold this exactly once: ${replaced}`)
    return { ...loaded, source: source.replace(replaced, () => replacement) }
  },
})
