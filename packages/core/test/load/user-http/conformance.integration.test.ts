import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { HttpOptions } from '../../../src/load/user/http/http-client.ts'
import { Loopback, type SeenRequest } from './loopback.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** The options of a body, and what of it a server has to read. */
interface Content {
  readonly options: HttpOptions
  readonly read: (body: Buffer) => unknown
  readonly expected: unknown
}

const graphemes = fc.string({ unit: 'grapheme' })
const name = fc.string({ minLength: 1, unit: 'grapheme' })
const content: fc.Arbitrary<Content> = fc.oneof(
  fc.constant({ options: {}, read: String, expected: '' }),
  graphemes.map((body) => ({ options: { body }, read: String, expected: body })),
  fc.uint8Array({ maxLength: 300 }).map((body) => ({ options: { body }, read: (seen: Buffer) => Uint8Array.from(seen), expected: body })),
  fc.jsonValue().map((json) => ({ options: { json }, read: (seen: Buffer): unknown => JSON.parse(String(seen)), expected: plain(json) })),
  fc.dictionary(name, graphemes, { maxKeys: 3 }).map((form) => ({
    options: { form },
    read: (seen: Buffer) => [...new URLSearchParams(String(seen))],
    expected: Object.entries(form),
  })),
)

const headers = fc.uniqueArray(
  fc.tuple(
    fc.stringMatching(/^x-[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,12}$/),
    fc.stringMatching(/^[!-~\u00a1-\u00ff]([ -~\u00a1-\u00ff\t]{0,20}[!-~\u00a1-\u00ff])?$/),
  ),
  { maxLength: 4, selector: ([header]) => header.toLowerCase() },
)

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
  segments: fc.array(name, { maxLength: 3 }),
  query: fc.dictionary(name, graphemes, { maxKeys: 3 }),
  headers,
  content,
})

// -0 is 0 in JSON.
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

test('node:http reads any request as it was meant', async () => {
  const seen: SeenRequest[] = []
  const origin = await loopback.responding((read) => void seen.push(read))
  const http = loopback.users(origin).create()
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const path = `/${sent.segments.map(encodeURIComponent).join('/')}`
      await http.request(sent.method, path, { query: sent.query, headers: Object.fromEntries(sent.headers), ...sent.content.options })
      const [read] = seen.splice(0)
      const url = new URL(`${origin}${read?.url}`)
      expect([read?.method, read?.url.split('?')[0]]).toEqual([sent.method, path])
      expect([...url.searchParams]).toEqual(Object.entries(sent.query))
      expect(read?.headers).toMatchObject(Object.fromEntries(sent.headers.map(([header, value]) => [header.toLowerCase(), value])))
      expect(sent.content.read(read?.body ?? Buffer.alloc(0))).toEqual(sent.content.expected)
    }),
    { numRuns: 300 },
  )
})
