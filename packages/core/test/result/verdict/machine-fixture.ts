import type { ResourceSample, MachineSummary } from '../../../src/result/summary/generator-summary.ts'

/** One second of a machine on which generator and target need little, and nothing disturbs them. */
export function resourceFixture(sample: Partial<ResourceSample> = {}): ResourceSample {
  const noPressure = { cpu: 0.1, memory: 0, io: 0 }
  return {
    at: 1,
    length: 1,
    generatorCpu: 0.15,
    generatorRss: 80e6,
    targetCpu: 0.2,
    targetRss: 50e6,
    hostCpu: 0.4,
    hostInterruptCpu: 0,
    disturbance: {
      stolenCpu: 0,
      stolen: 0,
      throttled: 0,
      pressure: noPressure,
      groupPressure: noPressure,
      involuntarySwitches: 3,
      clockJump: 0,
      suspended: 0,
    },
    ...sample,
  }
}

/** One of the machines that a load came from, which did well. */
export function machineFixture(machine: Partial<MachineSummary>): MachineSummary {
  return {
    name: 'north',
    benchpress: '1.0.0',
    node: 'v26.0.0',
    os: 'Linux 6',
    arch: 'x64',
    cpu: { model: 'CPU', count: 4, usable: 4 },
    memory: 8e9,
    boot: null,
    workers: [0],
    share: 0.5,
    address: '10.0.0.1:80',
    hasTarget: false,
    clock: { offset: 0, rtt: 0.4, startError: 0.2, error: 0.2, drift: 0 },
    start: { first: 0.1, last: 0.4 },
    lost: null,
    generatorCpu: 0.5,
    rss: 1e8,
    hostCpu: 0.6,
    hostInterruptCpu: 0,
    resources: [],
    ...machine,
  }
}
