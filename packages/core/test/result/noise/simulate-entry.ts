// Prints the answers of comparisons of known sides on the recorded machine, as docs/accuracy.md and docs/comparing.md list them: `node
// packages/core/test/result/noise/simulate-entry.ts`
import { readNoise } from './recorded-noise.ts'
import { rowsOfRounds, rowsOfRuns } from './simulated-comparisons.ts'
import { rowsOfTwoSpeeds, rowsOfUnequalRuns } from './two-speeds.ts'

for (const rows of [rowsOfRounds, rowsOfRuns, rowsOfTwoSpeeds, rowsOfUnequalRuns]) {
  for (const row of rows(readNoise())) process.stdout.write(`| ${row.join(' | ')} |\n`)
}
