import { describe, expect, test } from 'vitest'
import { formatAddress, isLoopback, resolveAddresses, type Address } from './address.ts'

const tcp = (host: string, family: 4 | 6 = 4, port = 80): Address => ({ kind: 'tcp', host, port, family })

describe('resolveAddresses', () => {
  test.each([
    ['http://127.0.0.1:3000/', tcp('127.0.0.1', 4, 3000)],
    ['http://10.0.0.7', tcp('10.0.0.7')],
    ['https://10.0.0.7', tcp('10.0.0.7', 4, 443)],
    ['https://10.0.0.7:80', tcp('10.0.0.7', 4, 80)],
    ['http://[::1]:8080/path', tcp('::1', 6, 8080)],
    ['https://[2001:db8::1]', tcp('2001:db8::1', 6, 443)],
  ])('%s is an address that needs no resolver', async (url, address) => {
    expect(await resolveAddresses(new URL(url))).toEqual([address])
  })

  test('resolveAddresses resolves a name in every family it has', async () => {
    const addresses = await resolveAddresses(new URL('http://localhost:1234'))
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      expect(isLoopback(address)).toBe(true)
      expect(formatAddress(address)).toBe(address.kind === 'tcp' && address.family === 6 ? '[::1]:1234' : '127.0.0.1:1234')
    }
  })

  test('an unknown name causes the error of the resolver', async () => {
    await expect(resolveAddresses(new URL('http://unknown.invalid'))).rejects.toMatchObject({ syscall: 'getaddrinfo' })
  })
})

describe('formatAddress', () => {
  test.each([
    [tcp('127.0.0.1', 4, 3000), '127.0.0.1:3000'],
    [tcp('::1', 6, 443), '[::1]:443'],
    [{ kind: 'unix', path: '/run/app.sock' } as const, '/run/app.sock'],
  ])('the address %o is written %s', (address, text) => {
    expect(formatAddress(address)).toBe(text)
  })
})

describe('isLoopback', () => {
  test.each([
    tcp('127.0.0.1'),
    tcp('127.8.9.10'),
    tcp('::1', 6),
    tcp('::ffff:127.0.0.1', 6),
    tcp('0.0.0.0'),
    tcp('::', 6),
    { kind: 'unix', path: '/run/app.sock' } as const,
  ])('the address %o is on this machine', (address) => {
    expect(isLoopback(address)).toBe(true)
  })

  test.each([tcp('10.0.0.7'), tcp('128.0.0.1'), tcp('1.127.0.0'), tcp('2001:db8::1', 6), tcp('::ffff:10.0.0.7', 6), tcp('::127.0.0.1', 6)])(
    'the address %o may be elsewhere',
    (address) => {
      expect(isLoopback(address)).toBe(false)
    },
  )

  test('an IPv4 address inside an IPv6 one counts as a loopback address in a URL, too', async () => {
    const [inside, outside] = await Promise.all(
      ['http://[::ffff:127.0.0.1]', 'http://[::ffff:10.0.0.7]'].map((url) => resolveAddresses(new URL(url))),
    )
    expect([inside, outside].map((addresses) => addresses?.map(isLoopback))).toEqual([[true], [false]])
  })
})
