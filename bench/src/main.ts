import { BenchError } from './bench-error.ts'
import { benchUsage, parseBenchOptions } from './bench-options.ts'
import { runCapacitySuite } from './capacity-suite.ts'
import { runHttpSuite } from './http-suite.ts'
import { runJourneysSuite } from './journeys-suite.ts'
import { runLiveSuite } from './live-suite.ts'
import { runMachinesSuite } from './machines-suite.ts'
import { runRateSuite } from './rate-suite.ts'
import { runSocketioSuite } from './socketio-suite.ts'
import { runSseSuite } from './sse-suite.ts'

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

async function runSuite([suite, ...flags]: readonly string[]): Promise<boolean> {
  if (suite === 'http') return await runHttpSuite(parseBenchOptions(flags))
  if (suite === 'capacity') return await runCapacitySuite(flags)
  if (suite === 'rate') return await runRateSuite(flags)
  if (suite === 'journeys') return await runJourneysSuite(flags)
  if (suite === 'live') return await runLiveSuite(flags)
  if (suite === 'machines') return await runMachinesSuite(flags)
  if (suite === 'sse') return await runSseSuite(flags)
  if (suite === 'socketio') return await runSocketioSuite(flags)
  const problem = suite === undefined ? 'name a suite' : `there is no suite '${suite}'`
  throw new BenchError(`${problem}: http, capacity, rate, journeys, live, sse, socketio, machines\n\n${benchUsage}`)
}
