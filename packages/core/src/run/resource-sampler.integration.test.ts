import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../base/clock/clock.ts'
import { ResourceSampler } from './resource-sampler.ts'

// In seconds.
const burnt = 0.2
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** CPU seconds over all that was sampled, behind the first sample. */
function secondsOf({ samples }: ResourceSampler): number {
  return samples.slice(1).reduce((sum, { at, generatorCpu }, index) => sum + generatorCpu * (at - (samples[index]?.at ?? at)), 0)
}

test.skipIf(process.platform !== 'linux')('the processes that a server in this process started count as its own', async () => {
  const source = `
    process.stdin.once('data', () => {
      const start = process.cpuUsage()
      for (let used = 0; used < ${burnt * 1e6};) {
        for (let round = 0; round < 1e6; round += 1);
        const { user, system } = process.cpuUsage(start)
        used = user + system
      }
      console.log('burnt')
    })
  `
  const child = spawn(process.execPath, ['-e', source], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [withChildren, alone] = [true, false].map(
    (hasOwnChildren) => new ResourceSampler({ target: [], isOwn: false, hasOwnChildren }, systemClock.now()),
  ) as [ResourceSampler, ResourceSampler]
  while (withChildren.samples.length === 0 || alone.samples.length === 0) await new Promise((resolve) => setImmediate(resolve))
  child.stdin.write('go')
  await once(child.stdout, 'data')
  await Promise.all([withChildren.stop(), alone.stop()])
  // Both saw this process; ticks of 10 ms are lost at each end.
  expect(secondsOf(withChildren) - secondsOf(alone)).toBeGreaterThan(burnt / 2)
})
