import type { Environment, MachineLimits } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { environment } from '../../test/suite-fixture.ts'
import { examineMachine } from './examine-machine.ts'

const limits: MachineLimits = { openFiles: 20_000, openFilesUsed: 36, portRange: [32_768, 60_999], ephemeralPorts: 28_232 }

describe('examineMachine', () => {
  test('a machine in order has no warnings, and says how many connections it can open', () => {
    expect(levels({})).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
    expect(examineMachine({ environment, limits }).at(-1)?.text).toBe('connections: up to 19,900 to one address')
  })

  test('the ports limit connections when they are fewer than the files', () => {
    const few = { ...limits, portRange: [40_000, 40_099] as const, ephemeralPorts: 100 }
    const findings = examineMachine({ environment, limits: few })
    expect(findings.at(-1)?.text).toBe('connections: up to 100 to one address')
    expect(findings.at(-2)?.level).toBe('warn')
  })

  test('a file limit that is used up makes tests impossible', () => {
    expect(levels({ limits: { ...limits, openFiles: 100 } })).toEqual(['ok', 'ok', 'ok', 'ok', 'fail', 'ok', 'fail'])
  })

  test('what is not known on a system is not warned about', () => {
    const unknown = { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null }
    expect(levels({ limits: unknown })).not.toContain('warn')
    expect(examineMachine({ environment, limits: unknown }).at(-1)?.text).toBe('connections: no limit is known')
  })

  test('one CPU, a busy machine and little memory are warned about', () => {
    expect(levels({ environment: { cpu: { model: 'x', count: 8, usable: 1.5 } } })[1]).toBe('warn')
    expect(levels({ environment: { loadAverage: [2.1, 0, 0] } })[2]).toBe('warn')
    expect(levels({ environment: { memory: { total: 8e9, free: 4e9, limit: 256e6 } } })[3]).toBe('warn')
  })
})

function levels(changes: { environment?: Partial<Environment>; limits?: MachineLimits }): readonly string[] {
  const facts = { environment: { ...environment, ...changes.environment }, limits: changes.limits ?? limits }
  return examineMachine(facts).map(({ level }) => level)
}
