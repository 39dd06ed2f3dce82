import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { disturbanceBetween, type MachineCounters, readMachineCounters, watchMachine } from './disturbance.ts'
import { parseMachineCpu } from './machine-cpu.ts'

// As Linux 6.1 writes them: of a rented machine with two CPUs whose hypervisor takes some, and of one of its own.
const rented = `cpu  401386 13862 64946 70143 1099 0 1897 7037 0 0
cpu0 200541 6702 32414 35098 561 0 1203 3498 0 0
cpu1 200845 7160 32532 35045 538 0 694 3539 0 0
intr 31415926 0 9 0
ctxt 52345678
`
const own = 'cpu  4705 150 1120 16250 520 30 45 0 0 0\ncpu0 4705 150 1120 16250 520 30 45 0 0 0\n'
const statOfV1 = 'nr_periods 1200\nnr_throttled 300\nthrottled_time 14956789012\nnr_bursts 0\nburst_time 0\n'
const statOfV2 = `usage_usec 51234567
user_usec 41234567
system_usec 10000000
core_sched.force_idle_usec 0
nr_periods 1200
nr_throttled 300
throttled_usec 14956789
nr_bursts 0
burst_usec 0
`
const pressure = (total: number): string =>
  `some avg10=94.14 avg60=86.49 avg300=63.19 total=${total}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n`

/** A file system that holds some files. */
function fileSystem(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return `${root}/`
}

const nothing: MachineCounters = {
  at: 0,
  wall: 0,
  sinceBoot: 0,
  cpu: null,
  throttling: [],
  pressure: { cpu: null, memory: null, io: null },
  groupPressure: { cpu: null, memory: null, io: null },
  involuntarySwitches: null,
}
const second = { ...nothing, at: 1e6, wall: 1000, sinceBoot: 1 }

describe('what Linux has counted', () => {
  test('the counters of Linux have CPU time, and how much of it the hypervisor took', () => {
    expect(parseMachineCpu(rented)).toEqual({ total: 5_603_700, used: 4_891_280, interrupts: 18_970, stolen: 70_370 })
    expect(parseMachineCpu(own)).toMatchObject({ total: 228_200, used: 60_500, interrupts: 750, stolen: 0 })
    expect(parseMachineCpu('intr 31415926 0 9 0\n')).toBeNull()
  })

  test('the counters of Linux are found in both versions of control groups, in the group and all around it', () => {
    const v1 = fileSystem({
      'proc/self/cgroup': '4:memory:/a\n1:cpu,cpuacct:/a/b\n0::/\n',
      'sys/fs/cgroup/cpu,cpuacct/a/b/cpu.stat': statOfV1,
      'sys/fs/cgroup/cpu,cpuacct/a/cpu.stat': statOfV1.replace('300', '900'),
      'proc/stat': rented,
      'proc/pressure/cpu': pressure(5),
      'proc/self/task/7/status': 'nonvoluntary_ctxt_switches:\t40\n',
      'proc/self/task/8/status': 'nonvoluntary_ctxt_switches:\t2\n',
    })
    expect(readMachineCounters([7, 8], v1)).toMatchObject({
      cpu: { stolen: 70_370 },
      throttling: [
        { periods: 1200, throttled: 300 },
        { periods: 1200, throttled: 900 },
      ],
      pressure: { cpu: 5, memory: null, io: null },
      groupPressure: { cpu: null, memory: null, io: null },
      involuntarySwitches: 42,
    })
    const v2 = fileSystem({
      'proc/self/cgroup': '0::/a\n',
      'sys/fs/cgroup/a/cpu.stat': statOfV2,
      // A group without a quota.
      'sys/fs/cgroup/cpu.stat': statOfV2.replace('nr_periods 1200', 'nr_periods 0'),
      'sys/fs/cgroup/a/memory.pressure': pressure(9),
      'sys/fs/cgroup/memory.pressure': pressure(99),
    })
    expect(readMachineCounters([], v2)).toMatchObject({
      throttling: [{ periods: 1200, throttled: 300 }],
      groupPressure: { memory: 9 },
    })
  })

  test('the counters are null where there is nothing to read', () => {
    const { throttling, cpu, involuntarySwitches, pressure: waited } = readMachineCounters([1], fileSystem({}))
    expect([throttling, cpu?.stolen, involuntarySwitches, waited]).toEqual([[], null, null, { cpu: null, memory: null, io: null }])
  })
})

describe('between two readings', () => {
  test('the hypervisor took a share of the CPU time of all CPUs between two readings', () => {
    const before = { ...nothing, cpu: { total: 10_000, used: 5000, interrupts: 0, stolen: 1000 } }
    const after = { ...second, cpu: { total: 12_000, used: 6000, interrupts: 0, stolen: 1360 } }
    expect(disturbanceBetween(before, after, 2)).toMatchObject({ stolen: 0.18, stolenCpu: 0.36 })
    expect(disturbanceBetween(nothing, second, 2)).toMatchObject({ stolen: null, stolenCpu: null })
  })

  test('the throttling between two readings is that of the group that was throttled most', () => {
    const throttling = (...throttled: number[]): MachineCounters['throttling'] =>
      throttled.map((count) => ({ periods: 10 + count, throttled: count }))
    const before = { ...nothing, throttling: throttling(0, 0) }
    const after = {
      ...second,
      throttling: [
        { periods: 20, throttled: 1 },
        { periods: 20, throttled: 4 },
      ],
    }
    expect(disturbanceBetween(before, after).throttled).toBe(0.4)
    expect(disturbanceBetween(before, { ...second, throttling: before.throttling }).throttled).toBe(0)
    expect(disturbanceBetween(nothing, second).throttled).toBeNull()
  })

  test('tasks waited for a share of the time between two readings', () => {
    const before = { ...nothing, pressure: { cpu: 100, memory: 0, io: null } }
    const after = { ...second, pressure: { cpu: 250_100, memory: 0, io: null } }
    expect(disturbanceBetween(before, after).pressure).toEqual({ cpu: 0.25, memory: 0, io: null })
  })

  test('the switches of a thread that has ended are lost, and count as none', () => {
    const switches = (before: number, after: number): number | null =>
      disturbanceBetween({ ...nothing, involuntarySwitches: before }, { ...second, involuntarySwitches: after }).involuntarySwitches
    expect([switches(10, 52), switches(10, 4)]).toEqual([42, 0])
  })

  test('a wall clock that was set has jumped, and one that continued while the machine was suspended has not', () => {
    expect(disturbanceBetween(nothing, { ...second, wall: 3_601_000 }).clockJump).toBeCloseTo(3600)
    expect(disturbanceBetween(nothing, { ...second, wall: -9000 }).clockJump).toBeCloseTo(-10)
    const resumed = disturbanceBetween(nothing, { ...second, wall: 61_000, sinceBoot: 61 })
    expect(resumed.suspended).toBeCloseTo(60)
    expect(resumed.clockJump).toBeCloseTo(0)
    expect(disturbanceBetween(nothing, { ...second, sinceBoot: 1.9 }).suspended).toBe(0)
  })
})

test('this machine can be watched', () => {
  const { clockJump, suspended, stolen } = watchMachine()()
  expect([Number.isFinite(clockJump), suspended]).toEqual([true, 0])
  expect(stolen ?? 0).toBeLessThanOrEqual(1)
})
