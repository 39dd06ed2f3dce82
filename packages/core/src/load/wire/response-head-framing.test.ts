import { describe, expect, test } from 'vitest'
import { connectionOptions, endsChunked, fieldFlags } from './response-head.ts'

const { none, connectionClose, connectionKeepAlive } = fieldFlags

describe('field flags', () => {
  test.each([
    ['close', connectionClose],
    ['Keep-Alive', connectionKeepAlive],
    ['x,\tCLOSE ,', connectionClose],
    ['close, keep-alive', connectionClose | connectionKeepAlive],
    ['closed', none],
    ['close x', none],
    ['', none],
  ])('connectionFlags parses the items of %j', (value, flags) => {
    expect(connectionOptions(value)).toBe(flags)
  })

  test.each([
    ['chunked', true],
    ['gzip,\tChunked  ', true],
    ['chunked,chunked', true],
    ['chunked, gzip', false],
    ['chunked,', false],
    ['chunked\t', false],
    ['xchunked', false],
    ['chunked;q=1', false],
  ])('endsChunked returns for %j: %s', (value, expected) => {
    expect(endsChunked(value)).toBe(expected)
  })
})
