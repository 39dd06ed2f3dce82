import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checkConnectionLimits, type NeededConnections, parseOpenFiles, readMachineLimits } from './connection-limits.ts'

const limits = { openFiles: 20_000, openFilesUsed: 36, portRange: [32768, 60999], ephemeralPorts: 28_232 } as const

function toOne(total: number): NeededConnections {
  return { total, toOneServer: total }
}

describe('checkConnectionLimits', () => {
  test('checkConnectionLimits reports the limits that are exceeded, and what to do', () => {
    expect(checkConnectionLimits(toOne(30_000), limits)).toEqual([
      {
        message: '30000 connections need 30100 open files, and this process may have 20000',
        hint: 'raise it with ulimit -n 32768, or use fewer connections',
      },
      {
        message: '30000 connections to one address need as many local ports, and this machine has 28232 (32768-60999)',
        hint: 'widen the range with sysctl -w net.ipv4.ip_local_port_range="1024 65535", or use fewer connections',
      },
    ])
  })

  test('checkConnectionLimits counts no ports for a Unix socket', () => {
    expect(checkConnectionLimits({ total: 30_000, toOneServer: 0 }, { ...limits, openFiles: Infinity })).toEqual([])
  })

  test('checkConnectionLimits counts ports by server and files in total', () => {
    const many = { ...limits, openFiles: 200_000 }
    expect(checkConnectionLimits({ total: 4 * 28_232, toOneServer: 28_232 }, many)).toEqual([])
    expect(checkConnectionLimits({ total: 4 * 28_233, toOneServer: 28_233 }, many)).toHaveLength(1)
    expect(checkConnectionLimits({ total: 4 * 28_232, toOneServer: 28_232 }, limits)[0]?.message).toMatch(
      /^112928 connections need 113028 open files/,
    )
  })

  test('checkConnectionLimits accepts a number that just fits', () => {
    expect(checkConnectionLimits(toOne(19_900), limits)).toEqual([])
    expect(checkConnectionLimits(toOne(19_901), limits)).toHaveLength(1)
  })

  test('checkConnectionLimits accepts everything where the system reports no limits', () => {
    expect(checkConnectionLimits(toOne(1e6), { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null })).toEqual([])
  })
})

describe('readMachineLimits', () => {
  test.runIf(process.platform === 'linux')('readMachineLimits counts an open file', async () => {
    const before = readMachineLimits()
    const files = await Promise.all(Array.from({ length: 20 }, () => open(import.meta.filename)))
    try {
      expect(readMachineLimits().openFilesUsed).toBeGreaterThanOrEqual(before.openFilesUsed ?? 0)
      expect(readMachineLimits().openFilesUsed).toBeGreaterThan(20)
    } finally {
      await Promise.all(files.map((file) => file.close()))
    }
    expect(before.openFiles).toBeGreaterThan(before.openFilesUsed ?? 0)
    expect(before.ephemeralPorts).toBeGreaterThan(1000)
  })

  test('readMachineLimits reads the soft limit', () => {
    expect(parseOpenFiles('Limit  Soft Limit\nMax open files            1024                 4096                 files\n')).toBe(1024)
    expect(parseOpenFiles('Max open files            unlimited            unlimited            files\n')).toBe(Infinity)
    expect(parseOpenFiles(undefined)).toBeNull()
  })
})
