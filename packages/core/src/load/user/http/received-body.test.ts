import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReceivedBody } from './received-body.ts'

test('a received body is the pushed bytes, wherever they are split, and outlives their buffer', () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000, size: 'max' }), { maxLength: 6 })
  fc.assert(
    fc.property(pieces, (parts) => {
      const body = new ReceivedBody()
      for (const part of parts) {
        const buffer = Buffer.concat([Buffer.from('before'), part, Buffer.from('behind')])
        body.push(buffer, 6, 6 + part.length)
        buffer.fill(0)
      }
      const whole = Buffer.concat(parts)
      expect(whole.equals(body.bytes())).toBe(true)
      expect(body.text()).toBe(whole.toString().replace(/^\ufeff/, ''))
    }),
    { numRuns: 50 },
  )
})

test('a body that is too large is not kept, and reading it throws', () => {
  const buffer = Buffer.alloc(1 << 20)
  const body = new ReceivedBody(2 << 20)
  body.push(buffer, 0, buffer.length)
  body.push(buffer, 0, buffer.length)
  expect(body.bytes()).toHaveLength(2 << 20)
  body.push(buffer, 0, 1)
  body.push(buffer, 0, buffer.length)
  expect(() => body.bytes()).toThrow('the body is larger than 2 MB; read it with "discardBody: true"')
  expect(() => body.text()).toThrow('the body is larger than 2 MB')
})
