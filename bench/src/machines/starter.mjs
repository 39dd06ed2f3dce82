// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.

/** @type {import('./bench-fleet.ts').FleetLoad} */
const { url, path, agents, timing, workload, broker, key, entries } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('@benchpress/core')} */
const { run } = await import(entries.core)
/** @type {typeof import('../../../packages/machines/src/index.ts')} */
const { machinesOn, starterTrust } = await import(entries.machines)
const machines = machinesOn({ broker, agents, trust: await starterTrust({ key }) })
const result = await run({ target: url, workers: 1, timing, scenarios: { main: { request: { path }, workload } } }, { machines })
const { counts } = result.scenario('main')
const starts = (result.machines ?? []).map(({ start, clock }) => ({ first: start?.first ?? null, clockError: clock.error }))
console.log(JSON.stringify({ started: counts.started, ok: counts.outcomes.ok, starts }))
