import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BodyCheck, hasFields } from './body-check.ts'

/** Hands a body over in parts that end at `cuts`, each from the middle of a buffer, as from the wire. */
function pushInParts(check: BodyCheck, body: Uint8Array, cuts: readonly number[]): void {
  const ends = [...cuts.map((cut) => cut % (body.length + 1)), body.length].toSorted((a, b) => a - b)
  let from = 0
  for (const end of ends) {
    const part = Buffer.concat([Buffer.from('before'), body.subarray(from, end), Buffer.from('behind')])
    check.push(part, 6, 6 + end - from)
    from = end
  }
}

const body = fc.uint8Array({ max: 3, maxLength: 20 })
const cuts = fc.array(fc.nat(20), { maxLength: 8 })

describe('BodyCheck', () => {
  test('a body check finds the expected body, wherever it is split and whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(body, body, fc.boolean(), cuts), { minLength: 1 }), (messages) => {
        const check = new BodyCheck()
        for (const [expected, other, isSame, parts] of messages) {
          const arrived = isSame ? expected : other
          check.start(expected)
          pushInParts(check, arrived, parts)
          expect(check.matches()).toBe(Buffer.from(arrived).equals(expected))
        }
      }),
    )
  })

  test('a body check refuses every split of a body that differs in one byte, or is shorter or longer by one', () => {
    const expected = Buffer.from('expected')
    for (const [arrived, isSame] of [
      ['expected', true],
      ['eXpected', false],
      ['expecteD', false],
      ['expecte', false],
      ['expected!', false],
      ['', false],
    ] as const) {
      for (let cut = 0; cut <= arrived.length; cut++) {
        const check = new BodyCheck()
        check.start(expected)
        pushInParts(check, Buffer.from(arrived), [cut])
        expect(check.matches()).toBe(isSame)
      }
    }
  })

  test('a body check finds expected fields in every split of a JSON body', () => {
    const arrived = Buffer.from('{"message":"né","timestamp":1795306551465}')
    const check = new BodyCheck()
    for (let cut = 0; cut <= arrived.length; cut++) {
      check.start({ json: { message: 'né' } })
      pushInParts(check, arrived, [cut])
      expect(check.matches()).toBe(true)
      check.start({ json: { message: 'ne' } })
      pushInParts(check, arrived, [cut])
      expect(check.matches()).toBe(false)
    }
  })

  test('a body check accepts any of several expected JSON bodies', () => {
    const check = new BodyCheck()
    for (const [arrived, isOne] of [
      ['198', true],
      ['{"result":198,"operation":"multiplication"}', true],
      ['{"result":null}', false],
      ['null', false],
    ] as const) {
      check.start({ jsonOneOf: [198, { result: 198 }] })
      pushInParts(check, Buffer.from(arrived), [])
      expect(check.matches()).toBe(isOne)
    }
  })

  test('neither an empty body nor a body that is not JSON has fields', () => {
    const check = new BodyCheck()
    for (const arrived of ['', '<html>', '{"message":']) {
      check.start({ json: {} })
      pushInParts(check, Buffer.from(arrived), [])
      expect(check.matches()).toBe(false)
    }
  })

  test('a body check accepts any body when none is expected', () => {
    const check = new BodyCheck()
    check.start(Buffer.from('x'))
    pushInParts(check, Buffer.from('y'), [])
    check.start(undefined)
    pushInParts(check, Buffer.from('y'), [])
    expect(check.matches()).toBe(true)
  })

  test('an empty body matches an empty expected one', () => {
    const check = new BodyCheck()
    check.start(Buffer.alloc(0))
    expect(check.matches()).toBe(true)
    check.start(Buffer.from('x'))
    expect(check.matches()).toBe(false)
  })
})

describe('hasFields', () => {
  test.each([
    ['the same number', 198, 198],
    ['the same text', 'a', 'a'],
    ['null', null, null],
    ['an object with the fields, and others', { result: 198, timestamp: 1 }, { result: 198 }],
    ['any object where none of its fields is expected', { result: 198 }, {}],
    ['fields within fields', { user: { id: 1, name: 'Ada' } }, { user: { name: 'Ada' } }],
    ['a list with objects of that kind', [{ id: 1, name: 'Ada' }, 2], [{ id: 1 }, 2]],
  ])('hasFields accepts %s', (_what, response, expected) => {
    expect(hasFields(response, expected)).toBe(true)
  })

  test.each([
    ['another number', 197, 198],
    ['a text for a number', '198', 198],
    ['null for a number', { result: null }, { result: 198 }],
    ['a field that is missing, although every object inherits one', {}, { constructor: {} }],
    ['null for an object', null, {}],
    ['a list for an object', [], {}],
    ['an object for a list', {}, []],
    ['a longer list', [1, 2], [1]],
    ['a list in another order', [2, 1], [1, 2]],
  ])('hasFields refuses %s', (_what, response, expected) => {
    expect(hasFields(response, expected)).toBe(false)
  })
})
