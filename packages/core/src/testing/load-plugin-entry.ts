import { parentPort, workerData } from 'node:worker_threads'
import { loadPlugins } from '../load/plugin/config-plugins.ts'
import { describePlugin } from './watched-plugin.ts'

const [loaded = { problems: [] }] = await loadPlugins([workerData], process.cwd())
if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('; '))
parentPort?.postMessage(describePlugin(loaded))
