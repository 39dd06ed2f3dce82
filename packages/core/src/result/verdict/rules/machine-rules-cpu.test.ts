import { describe, expect, test } from 'vitest'
import { busyMachine, dominantOthers, sharedCores } from './machine-rules.ts'
import { cpuSamplingError, sharedCpu } from '../busy-cpus.ts'
import { summaryFixture } from '../../../../test/result/verdict/summary-fixture.ts'
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
        text: 'target and generator share 2 CPUs and used 1.9: on a machine of its own the target would respond faster',
      },
    ])
  })

  test('target and generator give no reason on a machine with enough CPUs', () => {
    expect(isSuspect({ target: { cpu: 1.2 }, generator: { cpu: 0.7 }, cpus: 4 })).toBe(false)
  })

  test('target and generator do not share cores where the target is remote', () => {
    expect(isSuspect({ target: { local: false, cpu: null }, hostCpu: 2 })).toBe(false)
  })

  test('target and generator are judged by the whole machine where the target cannot be observed', () => {
    expect(isSuspect({ target: { cpu: null }, hostCpu: 2 * sharedCpu })).toBe(false)
    expect(isSuspect({ target: { cpu: null }, hostCpu: 1.75 })).toBe(true)
    expect(isSuspect({ target: { cpu: null }, hostCpu: null })).toBe(false)
  })

  test('target and generator are not judged by a machine with more CPUs than this process may use', () => {
    expect(isSuspect({ target: { cpu: null }, hostCpu: 2 * (1 + cpuSamplingError) })).toBe(true)
    expect(isSuspect({ target: { cpu: null }, hostCpu: 2 * (1 + cpuSamplingError) + 0.01 })).toBe(false)
  })

  test('a server in the process of the generator counts its CPU once', () => {
    expect(isSuspect({ target: { kind: 'server', cpu: 1 }, generator: { cpu: 1 } })).toBe(false)
    expect(isSuspect({ target: { kind: 'server', cpu: null }, generator: { cpu: 1.8 } })).toBe(true)
  })
})

describe('a machine that other processes use', () => {
  test('a full machine is a note where other processes use more than the rest', () => {
    expect(busyMachine(summaryFixture({ target: { cpu: 0.8 }, generator: { cpu: 0.4 }, hostCpu: 1.9 }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'note',
        text: 'other processes used 0.7 of 2 CPUs: on an idle machine the figures would be better',
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

  test('a full machine gives no reason where target and generator fill it, or cannot be told apart from it', () => {
    expect(busyMachine(summaryFixture({ target: { cpu: 1.3 }, generator: { cpu: 0.5 }, hostCpu: 2 }))).toEqual([])
    expect(busyMachine(summaryFixture({ target: { cpu: null }, hostCpu: 2 }))).toEqual([])
    expect(busyMachine(summaryFixture({ generator: { cpu: null }, hostCpu: 2 }))).toEqual([])
  })
})
