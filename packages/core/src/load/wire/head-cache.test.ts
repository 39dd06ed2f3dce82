import { describe, expect, test } from 'vitest'
import { HeadCache } from './head-cache.ts'
import { createParsedHead, type ParsedHead } from './response-head.ts'

function parsedOf(block: Buffer): ParsedHead {
  const { length } = block
  return createParsedHead({ status: 200, reason: '', headers: [], contentLength: 0, length, flags: 0, staysOpenByDefault: true })
}

function blockOf(value: string): Buffer {
  return Buffer.from(`HTTP/1.1 200 OK\r\nA: ${value}\r\n\r\n`, 'latin1')
}

describe('a head cache', () => {
  test('the head cache finds a block of any length, anywhere in a buffer', () => {
    for (let length = 0; length < 20; length++) {
      const block = blockOf('x'.repeat(length))
      const heads = new HeadCache()
      const parsed = parsedOf(block)
      heads.add(block, 0, parsed)
      const buffer = Buffer.concat([Buffer.from('abc'), block, Buffer.from('def')])
      expect(heads.find(buffer, 3, buffer.length)).toBe(parsed)
      expect(heads.find(buffer, 3, 3 + block.length)).toBe(parsed)
      expect(heads.find(buffer, 3, 2 + block.length)).toBeUndefined()
      expect(heads.find(buffer, 2, buffer.length)).toBeUndefined()
    }
  })

  test('the head cache distinguishes blocks that differ in any one bit', () => {
    const block = blockOf('some value \x80\xff')
    const heads = new HeadCache()
    heads.add(block, 0, parsedOf(block))
    for (let at = 0; at < block.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const other = Buffer.from(block)
        other[at] = (block[at] ?? 0) ^ (1 << bit)
        expect(heads.find(other, 0, other.length)).toBeUndefined()
      }
    }
  })

  test('the head cache distinguishes zeros of either sign', () => {
    for (let offset = 0; offset < 8; offset++) {
      const block = Buffer.from(`HTTP/1.1 200 ${'x'.repeat(offset)}${'\0'.repeat(24)}\r\n\r\n`)
      const heads = new HeadCache()
      heads.add(block, 0, parsedOf(block))
      for (let at = 13 + offset; at < 37 + offset; at++) {
        const other = Buffer.from(block)
        other[at] = 0x80
        expect(heads.find(other, 0, other.length)).toBeUndefined()
      }
    }
  })

  test('the head cache keeps the blocks that were used last', () => {
    const blocks = ['a', 'b', 'cc', 'd'].map(blockOf)
    const heads = new HeadCache(3)
    const found = (): boolean[] => blocks.map((block) => heads.find(block, 0, block.length) !== undefined)
    for (const block of blocks.slice(0, 3)) heads.add(block, 0, parsedOf(block))
    const [a, , , d] = blocks
    if (a === undefined || d === undefined) throw new Error('four blocks')
    heads.find(a, 0, a.length)
    heads.add(d, 0, parsedOf(d))
    expect(found()).toEqual([true, false, true, true])
  })
})
