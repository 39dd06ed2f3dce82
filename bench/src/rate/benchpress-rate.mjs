// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.

/** @type {{ url: string, rate: number, seconds: number, timing: 'precise' | 'coarse' }} */
const { url, rate, seconds, timing } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('@benchpress/core')} */
const { run } = await import(process.argv[3] ?? '')
const result = await run({
  target: url,
  workers: 1,
  timing,
  scenarios: { main: { request: {}, workload: { rate, duration: seconds } } },
})
const { counts, responseTime, serviceTime, users } = result.scenario('main')
console.log(JSON.stringify({ dropped: counts.dropped, responseTime, serviceTime, sendLag: users?.sendLag }))
