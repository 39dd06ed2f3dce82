// Prints what comparisons of known sides come to, on the recorded machine: `node packages/core/test/result/noise/simulate-entry.ts [TRIALS]`
import { readNoise } from './recorded-noise.ts'
import { compareOften } from './simulated-comparisons.ts'

const trials = Number(process.argv[2] ?? 1000)
const noise = readNoise()
const shares = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, share]) => `${name} ${(100 * share).toFixed(1)} %`)
    .join(', ')
for (const slower of [0, 0.03, 0.1]) {
  for (const margin of [0.05, 0.01]) {
    const { wrong, worse, equivalent } = compareOften(noise, { slower, margin }, trials)
    const sides = `${slower * 100} % slower, margin ${margin * 100} %`
    process.stdout.write(`${sides}: ${shares({ wrong })}; worse: ${shares(worse)}; equivalent: ${shares(equivalent)}\n`)
  }
}
