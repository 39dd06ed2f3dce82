import { expect, test } from 'vitest'
import { splitUrls } from './split-urls.ts'

test.each([
  ['http://localhost:3000', ['http://localhost:3000']],
  ['http://a:1,http://b:2', ['http://a:1', 'http://b:2']],
  ['https://a.example, https://b.example/x', ['https://a.example', 'https://b.example/x']],
  [':8080,:8081,:8082', [':8080', ':8081', ':8082']],
  ['localhost:8080,localhost:8081', ['localhost:8080', 'localhost:8081']],
  ['http://localhost/events?client_id=a,b,c', ['http://localhost/events?client_id=a,b,c']],
])('%s', (text, urls) => {
  expect(splitUrls(text)).toEqual(urls)
})
