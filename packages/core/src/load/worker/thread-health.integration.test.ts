import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'

/** A program with nothing to do that looks at its event loop each second, until it sees that it has nothing to do. */
const idle = `
  import { HealthMonitor } from ${JSON.stringify(import.meta.resolve('./thread-health.ts'))}
  const monitor = new HealthMonitor()
  monitor.start()
  let last = performance.eventLoopUtilization()
  for (let second = 0; second < 40; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const raw = performance.eventLoopUtilization(last).utilization
    last = performance.eventLoopUtilization()
    const { utilization, cpu } = monitor.takeSecond()
    if (raw < 0.2 || utilization >= 0.2) continue
    console.log(utilization === cpu)
    break
  }
  monitor.stop()
`

test('a profiler makes an idle event loop seem busy to Node.js, and not to its monitor', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'profiled-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { stdout } = await execa(process.execPath, ['--cpu-prof', '--cpu-prof-dir', folder, '--input-type=module', '--eval', idle])
  // Node.js before 23.9 cannot measure the CPU of a thread.
  if (process.threadCpuUsage === undefined) skip('undecided')
  expect(stdout).toBe('true')
})
