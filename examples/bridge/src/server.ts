import { readCommandLine } from './command-line.ts'
import { startBridge } from './start-bridge.ts'

const commandLine = readCommandLine(process.argv.slice(2), process.env)

if ('problems' in commandLine) {
  for (const problem of commandLine.problems) console.error(problem)
  process.exitCode = 2
} else {
  try {
    const bridge = await startBridge(commandLine.options)
    const close = (): void => void bridge.close()
    process.once('SIGTERM', close)
    process.once('SIGINT', close)
    // The only line, printed last, so that a process that waits for it knows that everything is ready.
    console.log(`listening on ${bridge.url}, metrics at ${bridge.metricsUrl}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
