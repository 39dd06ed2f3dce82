import { BenchError } from './bench-error.ts'
import { parseBenchOptions } from './bench-options.ts'
import { runCapacitySuite } from './capacity-suite.ts'
import { runHttpSuite } from './http-suite.ts'
import { runJourneysSuite } from './journeys-suite.ts'
import { runRateSuite } from './rate-suite.ts'
import { runSocketioSuite } from './socketio-suite.ts'
import { runSseSuite } from './sse-suite.ts'

const suites: ReadonlyMap<string, (flags: readonly string[]) => Promise<boolean>> = new Map([
  ['http', async (flags) => await runHttpSuite(parseBenchOptions(flags))],
  ['capacity', runCapacitySuite],
  ['rate', runRateSuite],
  ['journeys', runJourneysSuite],
  ['sse', runSseSuite],
  ['socketio', runSocketioSuite],
])

// Processes that a suite has started end with this process.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

try {
  process.exitCode = (await runSuite(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function runSuite([suite = '', ...flags]: readonly string[]): Promise<boolean> {
  const run = suites.get(suite)
  if (run === undefined)
    throw new BenchError(`name one of the suites ${[...suites.keys()].join(', ')}${suite === '' ? '' : `, not '${suite}'`}`)
  return await run(flags)
}
