// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { fileURLToPath } from 'node:url'

/** @type {{ url: string, users: number, seconds: number }} */
const { url, users, seconds } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('@benchpress/core')} */
const { run } = await import(process.argv[3] ?? '')
const result = await run({
  target: url,
  workers: 1,
  scenarios: {
    main: { journey: fileURLToPath(new URL('benchpress-journey.mjs', import.meta.url)), workload: { users, duration: seconds } },
  },
})
const { users: done } = result.scenario('main')
console.log(JSON.stringify({ iterations: done?.iterations }))
if (done === null || done.iterations.failed > 0) process.exitCode = 1
