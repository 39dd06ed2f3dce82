import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checkConnectionLimits } from './connection-limits.ts'
import { parseOpenFiles, readMachineLimits } from './machine-limits.ts'

const limits = { openFiles: 20_000, openFilesUsed: 36, portRange: [32768, 60999], ephemeralPorts: 28_232 } as const

describe('checkConnectionLimits', () => {
  test('says which limits are in the way, and what to do', () => {
    expect(checkConnectionLimits(30_000, limits)).toEqual([
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

  test('counts no ports for a Unix socket', () => {
    expect(checkConnectionLimits(30_000, { ...limits, openFiles: Infinity }, 'unix')).toEqual([])
  })

  test('lets through what just fits', () => {
    expect(checkConnectionLimits(19_900, limits)).toEqual([])
    expect(checkConnectionLimits(19_901, limits)).toHaveLength(1)
  })

  test('knows nothing where the system tells nothing', () => {
    expect(checkConnectionLimits(1e6, { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null })).toEqual([])
  })
})

describe('readMachineLimits', () => {
  test.runIf(process.platform === 'linux')('sees a file that is open', async () => {
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

  test('reads the soft limit', () => {
    expect(parseOpenFiles('Limit  Soft Limit\nMax open files            1024                 4096                 files\n')).toBe(1024)
    expect(parseOpenFiles('Max open files            unlimited            unlimited            files\n')).toBe(Infinity)
    expect(parseOpenFiles(undefined)).toBeNull()
  })
})
