import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/index.ts'
import { usableCpus } from '../../src/target/cgroup.ts'

const all = cpus().length
const busy: ChildProcess[] = []

afterEach(() => {
  for (const child of busy.splice(0)) child.kill('SIGKILL')
})

/** Seconds of CPU that the processes used so far. */
function cpuOf(children: readonly ChildProcess[]): number {
  const times = children.map(({ pid }) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
  // In ticks of 10 ms: in user mode and in the system.
  return times.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / 100, 0)
}

async function burnCpu(): Promise<void> {
  const child = spawn(process.execPath, ['-e', `console.log('burning'); for (;;);`], { stdio: ['ignore', 'pipe', 'inherit'] })
  busy.push(child)
  await once(child.stdout, 'data')
}

const source = `
  require('node:http').createServer((request, response) => response.end())
    .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port) })
`

// On a machine with CPUs that this process may not use, the load of its own CPUs is unknown.
test.skipIf(usableCpus() !== all)('a machine whose CPUs other processes keep busy is told to be so', async ({ skip }) => {
  await Promise.all(Array.from({ length: all }, burnCpu))
  const begin = { cpu: cpuOf(busy), at: performance.now() }
  const { verdict } = await run({
    target: { command: ['node', '-e', source], ready: { log: String.raw`listening on (?<url>\S+)` } },
    // So few that neither generator nor server has much to do.
    scenarios: { calls: { request: {}, workload: { rate: '10/s', duration: '2s' } } },
  })
  const used = (cpuOf(busy) - begin.cpu) / ((performance.now() - begin.at) / 1000)
  const reason = verdict.reasons.find(({ rule }) => rule === 'busy-machine')
  // Where something limits what the loops may use, the machine is not full.
  if (reason === undefined && used < all * 0.95) skip(`undecided: the loops got ${used.toFixed(2)} of ${all} CPUs`)
  expect(reason?.text).toMatch(/^other processes used [\d.]+ of \d+ CPUs, more than target and generator/)
})
