import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/index.ts'
import { usableCpus } from '../../src/target/usable-cpus.ts'

const all = cpus().length
const busy: ChildProcess[] = []

afterEach(() => {
  for (const child of busy.splice(0)) child.kill('SIGKILL')
})

async function burnCpu(): Promise<void> {
  const child = spawn(process.execPath, ['-e', `console.log('burning'); for (;;);`], { stdio: ['ignore', 'pipe', 'inherit'] })
  busy.push(child)
  await once(child.stdout, 'data')
}

const source = `
  require('node:http').createServer((request, response) => response.end())
    .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port) })
`

// Beside others that this process may not use, how busy its own CPUs are cannot be told.
test.skipIf(usableCpus() !== all)('a machine whose CPUs other processes keep busy is told to be so', async () => {
  await Promise.all(Array.from({ length: all }, burnCpu))
  const { verdict } = await run({
    target: { command: ['node', '-e', source], ready: { log: String.raw`listening on (?<url>\S+)` } },
    // So few that neither generator nor server has much to do.
    scenarios: { calls: { request: {}, workload: { rate: '10/s', duration: '2s' } } },
  })
  const reason = verdict.reasons.find(({ rule }) => rule === 'busy-machine')
  expect(reason?.text).toMatch(/^other processes used [\d.]+ of \d+ CPUs, more than target and generator/)
})
