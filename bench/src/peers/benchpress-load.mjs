// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.

/** @type {import('./peer.ts').Load} */
const { url, connections, pipelining, seconds, refill } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('@benchpress/core')} */
const { run } = await import(process.argv[3] ?? '')
const result = await run({
  target: url,
  workers: 1,
  scenarios: {
    main: { request: { path: new URL(url).pathname }, workload: { connections, pipelining, duration: seconds, ...(refill && { refill }) } },
  },
})
const { counts, responseTime } = result.scenario('main')
/** @type {import('./peer.ts').PeerReport} */
const report = {
  p50: responseTime.p50,
  p99: responseTime.p99,
  failed: counts.started - counts.outcomes.ok - counts.outcomes.aborted,
}
console.log(JSON.stringify(report))
