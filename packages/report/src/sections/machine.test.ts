import type { Disturbance, Environment } from '@benchpress/core'
import type { MachineLimits } from '@benchpress/core/machines'
import { describe, expect, test } from 'vitest'
import { environment } from '../../test/suite-fixture.ts'
import { examineMachine } from './machine.ts'

const quiet: Disturbance = {
  stolenCpu: 0.008,
  stolen: 0.004,
  throttled: null,
  pressure: { cpu: 0.02, memory: 0, io: 0 },
  groupPressure: { cpu: null, memory: null, io: null },
  involuntarySwitches: 3,
  clockJump: 0,
  suspended: 0,
}
const limits: MachineLimits = { openFiles: 20_000, openFilesUsed: 36, portRange: [32_768, 60_999], ephemeralPorts: 28_232 }

describe('examineMachine', () => {
  test('a machine in order has no warnings, and a finding with the number of possible connections', () => {
    expect(levels({})).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
    expect(examineMachine({ environment, limits, disturbance: quiet }).at(-1)?.text).toBe('connections: up to 19,900 to one address')
  })

  test('the ports limit connections when they are fewer than the files', () => {
    const few = { ...limits, portRange: [40_000, 40_099] as const, ephemeralPorts: 100 }
    const findings = examineMachine({ environment, limits: few, disturbance: quiet })
    expect(findings.at(-1)?.text).toBe('connections: up to 100 to one address')
    expect(findings.at(-2)?.level).toBe('warn')
  })

  test('a file limit that is used up makes tests impossible', () => {
    expect(levels({ limits: { ...limits, openFiles: 100 } })).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'fail', 'ok', 'fail'])
  })

  test('unknown figures give no warning', () => {
    const unknown = { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null }
    expect(levels({ limits: unknown })).not.toContain('warn')
    expect(examineMachine({ environment, limits: unknown, disturbance: quiet }).at(-1)?.text).toBe('connections: no limit is known')
  })

  test('warns about CPU time lost to a hypervisor, a quota or memory, and names the cause', () => {
    expect(levels({ disturbance: { stolen: 0.11 } })[4]).toBe('warn')
    expect(levels({ disturbance: { throttled: 0.3 } })[4]).toBe('warn')
    expect(levels({ disturbance: { pressure: { cpu: 1, memory: 0.2, io: 0 } } })[4]).toBe('warn')
    expect(levels({ disturbance: { pressure: { cpu: 0.09, memory: 0, io: 1 } } })[4]).toBe('ok')
    expect(levels({ disturbance: { pressure: { cpu: 0.15, memory: 0, io: 0 } } })[4]).toBe('warn')
    expect(examineMachine({ environment, limits, disturbance: { ...quiet, throttled: 0.3, suspended: 61.2 } })[4]?.text).toBe(
      'over 2 s: 0.4 % of the CPU time taken by a hypervisor, held back by a CPU quota in 30 % of its periods, waited for a CPU 2 % of the time, ' +
        'waited for memory 0 %, waited for a disk 0 %, suspended for 61 s',
    )
    const nothing = { ...quiet, stolen: null, pressure: quiet.groupPressure }
    expect(examineMachine({ environment, limits, disturbance: nothing })[4]?.text).toBe(
      'over 2 s: this system does not tell what disturbs it',
    )
  })

  test('warns about one CPU, a busy machine and little memory', () => {
    expect(levels({ environment: { cpu: { model: 'x', count: 8, usable: 1.5 } } })[1]).toBe('warn')
    expect(levels({ environment: { loadAverage: [2.1, 0, 0] } })[2]).toBe('warn')
    expect(levels({ environment: { memory: { total: 8e9, free: 4e9, limit: 256e6 } } })[3]).toBe('warn')
  })
})

interface Changes {
  readonly environment?: Partial<Environment>
  readonly limits?: MachineLimits
  readonly disturbance?: Partial<Disturbance>
}

function levels(changes: Changes): readonly string[] {
  const disturbance = { ...quiet, ...changes.disturbance }
  const facts = { environment: { ...environment, ...changes.environment }, limits: changes.limits ?? limits, disturbance }
  return examineMachine(facts).map(({ level }) => level)
}
