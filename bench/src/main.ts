import { BenchError } from './bench-error.ts'
import { benchUsage, parseBenchOptions } from './bench-options.ts'
import { runHttpSuite } from './http-suite.ts'

try {
  process.exitCode = (await runSuite(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function runSuite([suite, ...flags]: readonly string[]): Promise<boolean> {
  if (suite === 'http') return await runHttpSuite(parseBenchOptions(flags))
  throw new BenchError(`${suite === undefined ? 'name a suite' : `there is no suite '${suite}'`}: http\n\n${benchUsage}`)
}
