import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('the system clock counts microseconds on the clock of the process, and never goes back', () => {
  let last = 0
  for (let reading = 0; reading < 1000; reading++) {
    const before = Number(process.hrtime.bigint()) / 1000
    const now = systemClock.now()
    const after = Number(process.hrtime.bigint()) / 1000
    expect(now).toBeGreaterThanOrEqual(last)
    // The origin is measured once, to within a microsecond or two.
    expect(now).toBeGreaterThan(before - 20)
    expect(now).toBeLessThan(after + 20)
    last = now
  }
})

test('the system clock reads the same in every thread', async () => {
  const url = new URL('clock.ts', import.meta.url).href
  const source = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(url)}).then(({ systemClock }) => {
      parentPort.on('message', (bound) => {
        Atomics.store(bound, 0, BigInt(Math.round(systemClock.now())))
        Atomics.notify(bound, 0)
      })
      parentPort.postMessage('ready')
    })`
  const worker = new Worker(source, { eval: true })
  try {
    await once(worker, 'message')
    for (let reading = 0; reading < 20; reading++) {
      const there = new BigInt64Array(new SharedArrayBuffer(8))
      const before = systemClock.now()
      worker.postMessage(there)
      Atomics.wait(there, 0, 0n, 5000)
      const after = systemClock.now()
      expect(Number(there[0])).toBeGreaterThan(before - 20)
      expect(Number(there[0])).toBeLessThan(after + 20)
    }
  } finally {
    await worker.terminate()
  }
})

test('the system clock can be shifted in a process and in the threads that it starts afterwards, repeatedly', async () => {
  const url = JSON.stringify(new URL('clock.ts', import.meta.url).href)
  const read = `({ systemClock: { now } }) => now() - Number(process.hrtime.bigint()) / 1000`
  const inThread = `import(${url}).then(${read}).then((ahead) => require('node:worker_threads').parentPort.postMessage(ahead))`
  const source = `
    const { once } = require('node:events')
    const { Worker } = require('node:worker_threads')
    import(${url}).then(async (clock) => {
      const read = ${read}
      const found = [read(clock)]
      for (const by of [-5e6, 3600e6]) {
        clock.shiftClock(by)
        const [inThread] = await once(new Worker(${JSON.stringify(inThread)}, { eval: true }), 'message')
        found.push(read(clock), inThread)
      }
      console.log(JSON.stringify(found))
    })`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', source])
  const found = JSON.parse(stdout) as number[]
  // The two readings are taken one after the other, on a machine that may be busy.
  for (const [index, ahead] of [0, -5e6, -5e6, 3595e6, 3595e6].entries()) expect(Math.abs((found[index] ?? 0) - ahead)).toBeLessThan(1e6)
})
