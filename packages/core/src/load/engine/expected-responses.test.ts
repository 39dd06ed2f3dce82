import { describe, expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { createParsedHead, type ResponseHead } from '../wire/response-head.ts'
import type { ResolvedExpect } from '../http/request-config.ts'
import { ExpectedResponses, ResponseJudge } from './expected-responses.ts'

const { http_error: httpError, check_failed: checkFailed } = outcomeIndex

const okHead = headOf(200, 'OK')
const errorHead = headOf(503, 'Service Unavailable')

function headOf(status: number, reason: string, headers: readonly string[] = []): ResponseHead {
  const facts = { status, reason, headers, contentLength: 2, length: 40, flags: 0, staysOpenByDefault: true }
  return createParsedHead(facts).head
}

function judgeOf(wanted: Partial<ResolvedExpect>): ResponseJudge {
  return new ResponseJudge(
    new ExpectedResponses([{ method: 'GET', path: '/items?page=2', expect: { status: undefined, body: undefined, ...wanted } }]),
  )
}

/** Has a response judged whose body comes in parts. */
function receive(judge: ResponseJudge, head = okHead, ...parts: readonly string[]): number {
  for (const part of parts) {
    const buffer = Buffer.from(`before${part}behind`)
    judge.take(0, head.status, buffer, 6, buffer.length - 6)
  }
  return judge.judge(0, head)
}

describe('an example of a response that was not as expected', () => {
  test('an example of a wrong body has its beginning and the expected one, wherever the bytes are split', () => {
    const judge = judgeOf({ body: Buffer.from('expected') })
    for (const parts of [['expelled'], ['expe', 'lled'], ['expell', 'ed'], ['e', 'x', 'pelled']]) {
      expect(receive(judge, okHead, ...parts)).toBe(checkFailed)
      expect(judge.example()).toEqual({
        request: 'GET /items?page=2',
        status: 200,
        expected: 'the body expected',
        received: 'expelled',
        isCut: false,
      })
    }
  })

  test('an example of a body that is too short or missing has what came', () => {
    const judge = judgeOf({ body: Buffer.from('expected') })
    receive(judge, okHead, 'expelled')
    expect(receive(judge, okHead, 'exp')).toBe(checkFailed)
    expect(judge.example()).toMatchObject({ received: 'exp' })
    expect(receive(judge)).toBe(checkFailed)
    expect(judge.example()).toMatchObject({ received: '' })
  })

  const same = 'ä'.repeat(1000)
  const before = 'ä'.repeat(20)
  test.each([
    { how: 'other bytes', rest: 'in another way', at: 2000, expected: `${before}the end`, received: `${before}in another way` },
    { how: 'its end', rest: '', at: 2000, expected: `${before}the end`, received: before },
    { how: 'more bytes', rest: 'the end!', at: 2007, expected: `${before.slice(7)}the end`, received: `${before.slice(7)}the end!` },
  ])('an example of a body that differs late, by $how, begins shortly before', ({ rest, at, expected, received }) => {
    const judge = judgeOf({ body: Buffer.from(`${same}the end`) })
    for (const parts of [[`${same}${rest}`], [same, rest], [same.slice(0, 30), `${same.slice(30)}${rest.slice(0, 2)}`, rest.slice(2)]]) {
      expect(receive(judge, okHead, ...parts)).toBe(checkFailed)
      expect(judge.example()).toMatchObject({
        expected: `the body, which differs after ${at} bytes: …${expected}`,
        received: `…${received}`,
      })
    }
  })

  test('a secret before a late difference is replaced, also where it would be cut', () => {
    const secret = `${'a'.repeat(200)}\nAuthorization: Bearer ${'s'.repeat(40)}`
    const judge = judgeOf({ body: Buffer.from(`${secret}\none`) })
    receive(judge, okHead, `${secret}\ntwo`)
    const { expected, received } = judge.example() ?? {}
    expect(expected).not.toContain('ssss')
    expect(received).toMatch(/^…[^]*\ntwo$/)
    expect(received).not.toContain('ssss')
  })

  test('an example of JSON has the whole body and the expected fields', () => {
    const judge = judgeOf({ body: { json: { ok: true } } })
    expect(receive(judge, okHead, '{"ok"', ':false}')).toBe(checkFailed)
    expect(judge.example()).toMatchObject({ expected: 'JSON with {"ok":true}', received: '{"ok":false}' })
    expect(receive(judge, okHead, 'no JSON')).toBe(checkFailed)
    expect(judge.example()).toMatchObject({ received: 'no JSON' })
    const oneOf = judgeOf({ body: { jsonOneOf: [{ a: 1 }, { b: 2 }] } })
    expect(receive(oneOf, okHead, '{}')).toBe(checkFailed)
    expect(oneOf.example()).toMatchObject({ expected: 'JSON with {"a":1} or {"b":2}' })
  })

  test('an example of an error status has the body, even if none was expected', () => {
    const judge = judgeOf({})
    expect(receive(judge, errorHead, 'too ', 'busy')).toBe(httpError)
    expect(judge.reason).toBe('503 Service Unavailable')
    expect(judge.example()).toMatchObject({ status: 503, expected: 'a status from 200 to 399', received: 'too busy' })
    const strict = judgeOf({ status: [201, 202], body: Buffer.from('made') })
    expect(receive(strict, okHead, 'made')).toBe(checkFailed)
    expect(strict.example()).toMatchObject({ expected: 'status 201 or 202', received: 'made' })
  })

  test('an example has a thousand bytes at most, and no incomplete character', () => {
    const judge = judgeOf({})
    receive(judge, errorHead, 'a'.repeat(600), `${'b'.repeat(399)}ä`, 'c')
    const { received, isCut } = judge.example() ?? {}
    expect([received, isCut]).toEqual(['a'.repeat(600) + 'b'.repeat(399), true])
  })

  test('an example does not show a compressed body', () => {
    const judge = judgeOf({})
    receive(judge, headOf(500, '', ['Content-Encoding', 'gzip']), '\u001f')
    expect(judge.example()).toMatchObject({ received: 'a body in gzip' })
  })
})

test('bodies are kept when one is compared, and for statuses that are no success', () => {
  const any = new ExpectedResponses([{ method: 'GET', expect: { status: undefined, body: undefined } }])
  expect([200, 302, 404, 500].map((status) => any.wantsBody(status))).toEqual([false, false, true, true])
  const missing = new ExpectedResponses([{ method: 'GET', expect: { status: [404], body: undefined } }])
  expect([200, 404].map((status) => missing.wantsBody(status))).toEqual([true, false])
  const body = new ExpectedResponses([{ method: 'GET', expect: { status: undefined, body: Buffer.from('x') } }])
  expect(body.wantsBody(200)).toBe(true)
})
