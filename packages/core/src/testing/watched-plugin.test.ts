import { expect, test } from 'vitest'
import { watchContext } from './watched-plugin.ts'

class Client {
  calls = 0
}

const members = (): { options: { list: number[]; deep: { name: string } }; target: string; http: Client; env: Record<string, string> } => ({
  options: Object.freeze({ list: Object.freeze([1]) as number[], deep: Object.freeze({ name: 'a' }) }),
  target: 'http://localhost',
  http: new Client(),
  env: Object.freeze({}),
})

test('reading a context, and using members that are not data, changes nothing', () => {
  const { context, changes } = watchContext(members())
  context.http.calls++
  expect([context.options.list[0], changes()]).toEqual([1, []])
})

test('members that are read-only in a test can be changed here, and the change is detected', () => {
  const original = members()
  const { context, changes } = watchContext(original)
  context.options.deep.name = 'b'
  context.env['KEY'] = 'value'
  expect(changes()).toEqual(['options', 'env'])
  expect([original.options.deep.name, original.env]).toEqual(['a', {}])
})

test('members that are replaced, added or deleted are changes', () => {
  const { context, changes } = watchContext(members())
  context.target = 'http://elsewhere'
  Object.assign(context, { more: 1 })
  delete (context as Partial<typeof context>).http
  expect(changes()).toEqual(['target', 'http', 'more'])
})

test('objects of classes are passed on unchanged', () => {
  const http = new Client()
  const date = { created: new Client() }
  const { context } = watchContext({ http, date })
  expect(context.http).toBe(http)
  expect(context.date.created).toBe(date.created)
})
