import { readCommandLine } from './command-line.ts'
import { startToska } from './start-toska.ts'

const commandLine = readCommandLine(process.argv.slice(2), process.env)

if ('problems' in commandLine) {
  for (const problem of commandLine.problems) console.error(problem)
  process.exitCode = 2
} else {
  try {
    const toska = await startToska(commandLine.options)
    const close = (): void => void toska.close()
    process.once('SIGTERM', close)
    process.once('SIGINT', close)
    const { cutOff } = toska.store
    if (cutOff > 0) console.error(`${cutOff} bytes at the end of the log were not written whole, and were cut off`)
    // The only line, printed last, so that a process that waits for it knows that everything is ready.
    console.log(`listening on ${toska.url}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
