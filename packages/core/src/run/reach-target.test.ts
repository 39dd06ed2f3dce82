import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import type { Address } from '../load/wire/address.ts'
import { isOwnAddress } from './reach-target.ts'

function at(host: string, family: 4 | 6): Address {
  return { kind: 'tcp', host, port: 3000, family }
}

test('an address of any interface of this machine is its own', () => {
  const all = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])
  expect(all.length).toBeGreaterThan(0)
  for (const { address, family } of all) expect(isOwnAddress(at(address, family === 'IPv6' ? 6 : 4))).toBe(true)
  expect(isOwnAddress(at('127.0.0.9', 4))).toBe(true)
  expect(isOwnAddress({ kind: 'unix', path: '/run/app.sock' })).toBe(true)
})

test('an address for documentation belongs to no machine', () => {
  expect([isOwnAddress(at('192.0.2.1', 4)), isOwnAddress(at('2001:db8::1', 6))]).toEqual([false, false])
})
