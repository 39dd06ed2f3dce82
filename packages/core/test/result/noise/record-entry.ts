// Records how a machine varies from second to second: `node packages/core/test/result/noise/record-entry.ts [MINUTES]`, on a machine that does nothing else.
import { fileURLToPath } from 'node:url'
import { writeFile } from 'node:fs/promises'
import { run } from '../../../src/run/api.ts'
import { recordedNoiseFile, type RecordedNoise } from './recorded-noise.ts'

const minutes = Number(process.argv[2] ?? 12)
const server = fileURLToPath(new URL('./working-server.ts', import.meta.url))
// A histogram covers more than a second after ten minutes.
const longest = 9.5
const seconds: RecordedNoise['seconds'][number][] = []
for (let left = minutes; left > 0; left -= longest) {
  const test = await run({
    target: { command: [process.execPath, server], ready: { log: 'listening on (?<url>\\S+)' } },
    scenarios: {
      noise: {
        request: { path: '/' },
        workload: { connections: 10, warmup: '3s', duration: `${Math.round(Math.min(left, longest) * 60)}s` },
      },
    },
  })
  for (const second of test.scenarios[0]?.series ?? []) {
    const { length, requests, p50, p90, p99 } = second
    if (length === 1 && p50 !== null && p90 != null && p99 !== null) seconds.push([requests, p50, p90, p99])
  }
  process.stdout.write(`${seconds.length} seconds, ${test.verdict.level}: ${test.verdict.reasons.map(({ text }) => text).join('; ')}\n`)
}
const rows = seconds.map((values) => JSON.stringify(values.map((value) => Number(value.toPrecision(4)))))
await writeFile(
  recordedNoiseFile,
  `{\n  "columns": ["requests", "p50", "p90", "p99"],\n  "seconds": [\n    ${rows.join(',\n    ')}\n  ]\n}\n`,
)
