import { describe, expect, test } from 'vitest'
import { busyMachine, dominantOthers, sharedCores } from './machine-rules.ts'
import { cpuSamplingError, saturationSeconds, sharedCpu } from '../busy-cpus.ts'
import { resourceFixture } from '../../../../test/result/verdict/machine-fixture.ts'
import { judge } from '../judge.ts'
import { limitedBy } from '../limited-by.ts'
import { scenarioFixture, summaryFixture, threadFixture } from '../../../../test/result/verdict/summary-fixture.ts'
import type { SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'

function isSuspect(parts: SummaryParts): boolean {
  return sharedCores(summaryFixture(parts)).some(({ level }) => level === 'suspect')
}

describe('a target and a generator that share cores', () => {
  test('target and generator are suspect where together they used more than the cut-off of the CPUs', () => {
    expect(isSuspect({ target: { cpu: 1.2 }, generator: { cpu: 2 * sharedCpu - 1.2 } })).toBe(false)
    expect(sharedCores(summaryFixture({ target: { cpu: 1.2 }, generator: { cpu: 0.7 } }))).toEqual([
      {
        rule: 'shared-cores',
        level: 'suspect',
        text: 'target and generator share 2 CPUs and used 1.9: on a machine of its own the target may respond faster',
      },
    ])
  })

  test('target and generator give no reason on a machine with enough CPUs', () => {
    expect(isSuspect({ target: { cpu: 1.2 }, generator: { cpu: 0.7 }, cpus: 4 })).toBe(false)
  })

  test('target and generator do not share cores where the target is remote', () => {
    expect(isSuspect({ target: { local: false, cpu: null }, hostCpu: 2 })).toBe(false)
  })

  test('target and generator are not said to share a machine that is full where the target cannot be seen', () => {
    expect(isSuspect({ target: { cpu: null }, generator: { cpu: 1.6 }, hostCpu: 2 })).toBe(false)
  })

  test('load threads wait for a core because of others where these took it', () => {
    const threads = [0, 1].map((worker) => threadFixture({ worker, utilization: 0.88, cpu: 0.3 }))
    const parts = { target: { cpu: 0.04 }, generator: { threads, cpu: 0.6 } }
    expect(isSuspect({ ...parts, hostCpu: 2 })).toBe(false)
    expect(busyMachine(summaryFixture({ ...parts, hostCpu: 2 }))[0]?.text).toMatch(/^other processes used 1.36 of 2 CPUs/)
    expect(isSuspect({ ...parts, hostCpu: 1.2 })).toBe(true)
  })

  test('target and generator do not share cores by CPU that was counted in a few ticks', () => {
    const isShared = (duration: number): boolean =>
      isSuspect({ target: { cpu: 1.2 }, generator: { cpu: 0.7 }, scenarios: [scenarioFixture({ duration })] })
    expect([saturationSeconds, saturationSeconds - 0.01].map(isShared)).toEqual([true, false])
  })

  test('a server in the process of the generator counts its CPU once', () => {
    expect(isSuspect({ target: { inGenerator: true, cpu: 1 }, generator: { cpu: 1 } })).toBe(false)
    expect(isSuspect({ target: { inGenerator: true, cpu: null }, generator: { cpu: 1.8 } })).toBe(true)
    expect(busyMachine(summaryFixture({ target: { inGenerator: true, cpu: null }, generator: { cpu: 0.5 }, hostCpu: 2 }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'suspect',
        text: 'other processes used 1.5 of 2 CPUs, more than target and generator: repeat the test on an idle machine',
      },
    ])
  })
})

describe('a machine that other processes use', () => {
  test('a full machine is a note where other processes use more than the rest', () => {
    expect(busyMachine(summaryFixture({ target: { cpu: 0.8 }, generator: { cpu: 0.4 }, hostCpu: 1.9 }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'note',
        text: 'other processes used 0.7 of 2 CPUs: on an idle machine the figures may be better',
      },
    ])
    expect(busyMachine(summaryFixture({ target: { cpu: 0.6 }, generator: { cpu: 0.3 }, hostCpu: 2 * sharedCpu }))).toEqual([])
    expect(busyMachine(summaryFixture({ target: { cpu: 1.1 }, generator: { cpu: 0.5 }, hostCpu: 1.85 }))).toEqual([])
  })

  test("the kernel's cost of packets does not count as another process", () => {
    const full = { target: { cpu: 0.9 }, generator: { cpu: 0.5 }, hostCpu: 1.85 }
    expect(busyMachine(summaryFixture({ ...full, hostInterruptCpu: 0.4 }))).toEqual([])
    expect(busyMachine(summaryFixture({ ...full, hostInterruptCpu: null }))).toHaveLength(1)
  })

  test('a full machine is suspect where other processes use more than target and generator together', () => {
    expect(busyMachine(summaryFixture({ target: { cpu: 0.47 }, generator: { cpu: 0.23 }, hostCpu: 2 }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'suspect',
        text: 'other processes used 1.3 of 2 CPUs, more than target and generator: repeat the test on an idle machine',
      },
    ])
    const judgeOthers = (others: number): string | undefined =>
      busyMachine(summaryFixture({ target: { cpu: 0.5 }, generator: { cpu: 0.4375 }, hostCpu: 0.9375 + others }))[0]?.level
    expect(judgeOthers(0.9375 * dominantOthers)).toBe('note')
    expect(judgeOthers(0.9375 * dominantOthers + 0.01)).toBe('suspect')
  })

  test('a remote target uses none of the machine', () => {
    const target = { local: false, cpu: null }
    expect(busyMachine(summaryFixture({ target, generator: { cpu: 1.2 }, hostCpu: 1.9 }))).toHaveLength(1)
    expect(busyMachine(summaryFixture({ target, generator: { cpu: 1.8 }, hostCpu: 1.9 }))).toEqual([])
  })

  test("a full machine is nobody's where a local target cannot be seen", () => {
    const unseen = { target: { cpu: null }, generator: { cpu: 0.3 } }
    expect(busyMachine(summaryFixture({ ...unseen, hostCpu: 2 }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'suspect',
        text: 'the machine was full (2 of 2 CPUs), by whom is unknown; the generator used 0.3: repeat the test on an idle machine',
      },
    ])
    expect(busyMachine(summaryFixture({ ...unseen, hostCpu: 2 * sharedCpu }))).toEqual([])
    expect(busyMachine(summaryFixture({ ...unseen, hostCpu: 2 * (1 + cpuSamplingError) + 0.01 }))).toEqual([])
    expect(busyMachine(summaryFixture({ ...unseen, hostCpu: null }))).toEqual([])
  })

  test.each([
    ['unseen', { cpu: null }],
    ['idle', { cpu: 0.04, processes: [{ name: 'node', pid: 7 }] }],
    ['in the process of the generator', { cpu: null, inGenerator: true }],
  ])('no sentence has used CPU as that of a target that is %s', (_, target) => {
    const queueing = scenarioFixture({ fastest: 0.5 })
    const crowded = { target, generator: { cpu: 0.3 }, hostCpu: 2 }
    const parts: readonly SummaryParts[] = [
      { ...crowded, thread: { utilization: 0.88 } },
      { ...crowded, target: { ...target, kind: 'url' } },
      { ...crowded, generator: { cpu: 0.3, threads: [0, 1].map((worker) => threadFixture({ worker, utilization: 0.88, cpu: 0.2 })) } },
      {
        target,
        resources: Array.from({ length: 30 }, (_each, at) =>
          resourceFixture({ at: at + 1, hostCpu: at > 9 ? 2 : 0.5, generatorCpu: 0.3, targetCpu: target.cpu }),
        ),
      },
    ]
    for (const part of parts) {
      const summary = summaryFixture({ scenarios: [queueing], ...part })
      expect(judge(summary).reasons.map(({ rule }) => rule)).toContain('busy-machine')
      expect(judge(summary).reasons.map(({ rule }) => rule)).not.toContain('shared-cores')
      expect(['other processes', 'CPUs']).toContain(limitedBy(summary).by)
    }
  })

  test('a full machine gives no reason where target and generator fill it, or the generator cannot be seen', () => {
    expect(busyMachine(summaryFixture({ target: { cpu: 1.3 }, generator: { cpu: 0.5 }, hostCpu: 2 }))).toEqual([])
    expect(busyMachine(summaryFixture({ generator: { cpu: null }, hostCpu: 2 }))).toEqual([])
  })
})
