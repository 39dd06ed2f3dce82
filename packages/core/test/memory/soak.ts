import { fileURLToPath } from 'node:url'
import { run } from '../../src/run/api.ts'
import type { Result } from '../../src/result/shape/result.ts'

/** Requests a second of a soak: few, so that several soaks at once do not disturb each other. */
const rate = 20

/** What a server keeps of the requests of a soak, in bytes a second; one that keeps nothing is steady. */
export interface Soak {
  readonly bytesPerSecond: number
}

/** Soaks the small server for a minute, after a warm-up of half a minute. */
export async function soak({ bytesPerSecond }: Soak): Promise<Result> {
  const server = fileURLToPath(new URL('soaked-server.ts', import.meta.url))
  return await run({
    name: 'soak',
    target: { command: ['node', server, String(bytesPerSecond / rate)], ready: { log: String.raw`listening on (?<url>\S+)` } },
    scenarios: { items: { request: { path: '/items' }, workload: { rate: `${rate}/s`, warmup: '30s', duration: '1m' } } },
    seed: 1,
  })
}
