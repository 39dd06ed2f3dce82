import cluster from 'node:cluster'
import { runAlone } from './process/run-alone.ts'
import { runPrimary } from './process/run-primary.ts'
import { runWorker } from './process/run-worker.ts'
import { readSettings } from './settings.ts'

const read = readSettings(process.env)

if ('problems' in read) {
  for (const problem of read.problems) console.error(problem)
  process.exit(2)
}

try {
  if (cluster.isWorker) await runWorker(read.settings)
  else if (read.settings.workers === 1) await runAlone(read.settings)
  else await runPrimary(read.settings)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
