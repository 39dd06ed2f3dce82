// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { createRequire } from 'node:module'

/** @type {(options: object) => Promise<{ latency: { p50: number, p99: number }, errors: number, non2xx: number }>} */
const autocannon = createRequire(import.meta.url)('autocannon')

/** @type {import('./peer.ts').Load} */
const { url, connections, pipelining, seconds } = JSON.parse(process.argv[2] ?? '')
const { latency, errors, non2xx } = await autocannon({ url, connections, pipelining, duration: seconds })
/** @type {import('./peer.ts').PeerReport} */
const report = { p50: latency.p50, p99: latency.p99, failed: errors + non2xx }
console.log(JSON.stringify(report))
