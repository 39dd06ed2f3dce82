import { describe, expect, test } from 'vitest'
import { cwd, messageOf, requestOf, withRequest } from '../../../test/config-fixture.ts'
import { methodSchema } from './request-schema.ts'

describe('request', () => {
  test.each([
    ['http://localhost/items?page=1#top', '/items?page=1'],
    [{ url: 'http://localhost/é' }, '/%C3%A9'],
    [{ command: 'node', url: 'localhost/items' }, '/items'],
    [{ command: 'node', ready: 'localhost/health' }, '/'],
    [{ server: () => undefined }, '/'],
    ['localhost/items/[<id>]?id=[<id>]', '/items/[<id>]?id=[<id>]'],
  ])('a request takes its path from the target %j', (target, path) => {
    expect(requestOf({}, target).path).toBe(path)
    expect(requestOf({ path: '/own' }, target).path).toBe('/own')
  })

  test.each([
    [{ method: 'post' }, { method: 'POST' }],
    [{ form: { name: { type: 'text', value: 'x' } } }, { method: 'POST' }],
    [{ method: 'PUT', form: { name: { type: 'text', value: 'x' } } }, { method: 'PUT' }],
    [{ body: 'é' }, { method: 'POST', headers: {}, body: new Uint8Array([0xc3, 0xa9]) }],
    [
      { method: 'HEAD', body: new Uint8Array([1, 2]) },
      { method: 'HEAD', body: new Uint8Array([1, 2]) },
    ],
    [
      { method: 'GET', body: 'x' },
      { method: 'GET', body: bytes('x') },
    ],
    [{ body: '' }, { method: 'POST', body: new Uint8Array() }],
    [{ json: { a: 1, b: undefined } }, { method: 'POST', headers: { 'content-type': 'application/json' }, body: bytes('{"a":1}') }],
    [
      { json: null, headers: { 'Content-Type': 'text/json' } },
      { headers: { 'Content-Type': 'text/json' }, body: bytes('null') },
    ],
    [{ json: { at: new Date(0) } }, { body: bytes('{"at":"1970-01-01T00:00:00.000Z"}') }],
    [{ expect: { status: 204 } }, { expect: { status: [204], body: undefined } }],
    [{ expect: { status: [200, 404], body: 'ok' } }, { expect: { status: [200, 404], body: bytes('ok') } }],
    [
      { expect: { json: { result: 198, at: new Date(0) } } },
      { expect: { body: { json: { result: 198, at: '1970-01-01T00:00:00.000Z' } } } },
    ],
    [{ expect: { json: null } }, { expect: { body: { json: null } } }],
    [{ expect: { jsonOneOf: [198, { at: new Date(0) }] } }, { expect: { body: { jsonOneOf: [198, { at: '1970-01-01T00:00:00.000Z' }] } } }],
  ])('the request %j becomes %j', (request, resolved) => {
    expect(requestOf(request)).toMatchObject(resolved)
  })

  test('the bytes of a body are copied, so that later changes do not affect the request', () => {
    const body = Buffer.from('abc')
    const resolved = requestOf({ body })
    body.write('xyz')
    expect(resolved.body).toEqual(bytes('abc'))
  })

  test('the paths of files in a form are made absolute', () => {
    const options = { filename: 'config.txt', contentType: 'text/plain' }
    const { form } = requestOf({
      form: { upload: { type: 'file', path: 'config.ts', options }, plain: { type: 'file', path: './config.ts' } },
    })
    expect(form).toEqual({ upload: { type: 'file', path: `${cwd}/config.ts`, options }, plain: { type: 'file', path: `${cwd}/config.ts` } })
  })

  test.each([
    [{ method: 'CONNECT' }, 'request.method: CONNECT cannot be tested: it turns the connection into a tunnel'],
    [
      { path: '/a b' },
      'request.path: must not contain spaces, control or non-ASCII characters (was "/a b"); percent-encode them, a space as %20',
    ],
    [{ path: '/a#b' }, 'request.path: must not contain "#", which is never sent to a server (was "/a#b")'],
    [{ headers: { 'a b': 'x' } }, 'request.headers: "a b" is not a valid header name'],
    [{ headers: { cookie: 'secret\r\nx: y' } }, 'request.headers.cookie: must not contain line breaks or NUL'],
    [{ headers: { authorization: 5 } }, 'request.headers.authorization: must be a string'],
    [{ headers: { count: 5 } }, 'request.headers.count: must be a string (was 5)'],
    [{ headers: { Accept: 'a', accept: 'b' } }, 'request.headers.accept: is given twice, in different case'],
    [{ headers: { 'Content-Length': '5' } }, 'request.headers.Content-Length: cannot be set: it is counted from the body'],
    [
      { headers: { 'transfer-encoding': 'chunked' } },
      'request.headers.transfer-encoding: cannot be set: bodies are sent whole, with their content-length',
    ],
    [
      { headers: { connection: 'close' } },
      'request.headers.connection: cannot be set: connections are kept open; with a workload of connections, reconnectAfter closes them',
    ],
    [{ body: 5 }, 'request.body: must be a string or a Uint8Array (was 5)'],
    [{ json: { a: [() => 1] } }, 'request.json.a[0]: a value of type function cannot be written as JSON'],
    [{ json: { a: NaN } }, 'request.json.a: NaN cannot be written as JSON'],
    [{ json: { a: new Map() } }, 'request.json.a: a Map cannot be written as JSON'],
    [{ form: { a: { type: 'blob' } } }, 'request.form.a.type: must be "text" or "file" (was "blob")'],
    [{ form: { a: { value: 'x' } } }, 'request.form.a.type: is required and must be "text" or "file"'],
    [{ form: { a: { type: 'file', path: 'missing.txt' } } }, `request.form.a.path: no such file: ${cwd}/missing.txt (was "missing.txt")`],
    [{ form: { a: { type: 'file', path: '.' } } }, 'request.form.a.path: is not a file (was ".")'],
    [
      { form: { a: { type: 'text', value: 'x' } }, headers: { 'content-type': 'multipart/form-data' } },
      'request.headers: content-type cannot be given with a form, which names its own boundary',
    ],
    [{ headers: { 'x-acme: SECRET': '' } }, 'request.headers: "x-acme: [redacted]" is not a valid header name'],
    [{ expect: { status: 600 } }, 'request.expect.status: must be at most 599 (was 600)'],
    [{ expect: { status: [200, 99] } }, 'request.expect.status[1]: must be at least 100 (was 99)'],
    [{ method: 'HEAD', expect: { body: 'x' } }, 'request.expect.body: cannot be expected of HEAD, whose responses have no body'],
    [{ method: 'HEAD', expect: { json: {} } }, 'request.expect.json: cannot be expected of HEAD, whose responses have no body'],
    [{ expect: { body: 'x', json: {} } }, 'request.expect: body and json cannot be given together'],
    [{ expect: { json: {}, jsonOneOf: [1] } }, 'request.expect: json and jsonOneOf cannot be given together'],
    [{ expect: { jsonOneOf: [] } }, 'request.expect.jsonOneOf: must not be empty'],
    [{ expect: { jsonOneOf: [1, { a: Number.NaN }] } }, 'request.expect.jsonOneOf[1].a: NaN cannot be written as JSON'],
    [{ method: 'HEAD', expect: { jsonOneOf: [{}] } }, 'request.expect.jsonOneOf: cannot be expected of HEAD, whose responses have no body'],
    [{ expect: { json: { a: Number.NaN } } }, 'request.expect.json.a: NaN cannot be written as JSON'],
    [{ expect: { status: [] } }, 'request.expect.status: must not be empty'],
    [[], 'request: must not be empty'],
    [[{ path: '/a' }, { pth: '/b' }], 'request[1]: unknown key "pth"; did you mean "path"?'],
    [null, 'request: must be a request or a list of requests (was null)'],
    [() => undefined, 'request: must be a request or a list of requests (was a function)'],
  ])('the request %j is refused', (request, message) => {
    expect(messageOf(withRequest(request))).toBe(`scenarios.reads.${message}`)
  })

  test.each([1n, Symbol('a')])('a JSON body with %s is refused', (a) => {
    expect(messageOf(withRequest({ json: { a } }))).toBe(
      `scenarios.reads.request.json.a: a value of type ${typeof a} cannot be written as JSON`,
    )
  })

  test('a JSON body that contains itself is refused', () => {
    const json: Record<string, unknown> = {}
    json['self'] = json
    expect(messageOf(withRequest({ json }))).toBe('scenarios.reads.request.json.self: contains itself and cannot be written as JSON')
  })
})

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

test.each(['get', 'OPTIONS', 'propfind', 'M-SEARCH', 'QUERY'])('%s is an HTTP method', (method) => {
  expect(methodSchema.parse(method)).toBe(method.toUpperCase())
})

test.each([
  ['CONNECT', 'CONNECT cannot be tested: it turns the connection into a tunnel'],
  ['FETCH', 'is not a method of HTTP (was "FETCH")'],
])('the method %s is refused', (method, message) => {
  expect(methodSchema.safeParse(method).error?.issues).toMatchObject([{ message }])
})
