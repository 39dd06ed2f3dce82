import { describe, expect, test } from 'vitest'
import { redactMessage, redactText, withoutUserInfo, redactWords } from './redact-text.ts'

const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEI\n-----END EC PRIVATE KEY-----'

describe('redactText', () => {
  test.each([
    ['http://ann:p@ss@host:80/a@b', 'http://host:80/a@b'],
    ['GET /show?sig=abc&page=1&code=abc&zip_code=1', 'GET /show?sig=[redacted]&page=1&code=[redacted]&zip_code=1'],
    ['/a?auth=abc#top', '/a?auth=[redacted]'],
    ['/a?sig=abc#top', '/a?sig=[redacted]#top'],
    ['key=abc&monkey=1', 'key=[redacted]&monkey=1'],
    ['author=ann --authority=x', 'author=ann --authority=x'],
    ['DB_PASS=abc pass: 12', 'DB_PASS=[redacted] pass: 12'],
    ['curl -u ann:abc --proxy-user "bob:abc" -v', 'curl -u [redacted] --proxy-user "[redacted]" -v'],
    ['Bearer abc', 'Bearer [redacted]'],
    ['basic YW5uOmFiYw==', 'basic [redacted]'],
    ['sent X-Any Bearer abc.def-1 to it', 'sent X-Any Bearer [redacted] to it'],
    ['a basic example of bearer tokens', 'a basic example of bearer tokens'],
    ['http://host/a?b=1&token=abc#top', 'http://host/a?b=1&token=[redacted]'],
    ['http://token-service:8080/x', 'http://token-service:8080/x'],
    [`before ${pem} after`, 'before [redacted] after'],
    ['TOKEN="a b" node x.js --api-key abc', 'TOKEN=[redacted] node x.js --api-key [redacted]'],
    ['password="cut off', 'password=[redacted] off'],
    ['accept: */*\r\ncookie: a=b; c=d\r\nhost: x', 'accept: */*\r\ncookie: [redacted]\r\nhost: x'],
    ['cookie: [a] b=c', 'cookie: [redacted]'],
    [String.raw`{"data":"{\"token\":\"abc\",\"id\":1}"}`, String.raw`{"data":"{\"token\":[redacted],\"id\":1}"}`],
    [String.raw`{"data":"{\"token\":\"a\\\"bc\",\"id\":1}"}`, String.raw`{"data":"{\"token\":[redacted],\"id\":1}"}`],
    [String.raw`{"password":"a\"bc","id":1}`, '{"password":[redacted],"id":1}'],
    [String.raw`{"password":"a\"bc`, '{"password":[redacted]'],
    ['{"tokens":["abc","def"],"id":1}', '{"tokens":[redacted],"id":1}'],
    ['{"token":{"value":"abc","in":[1]},"id":1}', '{"token":[redacted],"id":1}'],
    ['<token>abc</token><id>1</id>', '<token>[redacted]</token><id>1</id>'],
    ['<a:Token type="x">abc</a:Token>', '<a:Token type="x">[redacted]</a:Token>'],
    ['<input name="csrf_token" value="abc">', '<input name="csrf_token" value=[redacted]>'],
    ['<input value="abc" name="csrf_token">', '<input value=[redacted] name="csrf_token">'],
    ['<meta name="csrf-token" content="abc">', '<meta name="csrf-token" content=[redacted]>'],
    ['<input name="page" value="abc">', '<input name="page" value="abc">'],
    ['got eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln today', 'got [redacted] today'],
    ['cut eyJhbGciOiJub25l', 'cut [redacted]'],
    ['next=%2Fhome%3Ftoken%3Dabc%26page%3D1', 'next=%2Fhome%3Ftoken%3D[redacted]%26page%3D1'],
    ['next=%252Fhome%253Ftoken%253Dabc%2526page', 'next=%252Fhome%253Ftoken%253D[redacted]%2526page'],
    ["['token' => 'abc', 'id' => 1]", "['token' => [redacted], 'id' => 1]"],
    ['{:api_key=>"abc", :id=>1}', '{:api_key=>[redacted], :id=>1}'],
    ['"password": "abc", "id": 1', '"password": [redacted], "id": 1'],
    ['q=%7B%22password%22%3A%22abc%22%2C%22id%22%3A1%7D', 'q=%7B%22password%22%3A%22[redacted]%22%2C%22id%22%3A1%7D'],
    ['{&quot;token&quot;: &quot;abc&quot;, &quot;id&quot;: 1}', '{&quot;token&quot;: &quot;[redacted]&quot;, &quot;id&quot;: 1}'],
    ['{&#34;token&#34;:&#34;abc&#34;}', '{&#34;token&#34;:&#34;[redacted]&#34;}'],
  ])('redactText turns %j into %j', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  test('redactText takes time in proportion to the text', () => {
    const hostile = [
      ['a', 'token', 'token:', 'token="', '--token ', '-u a:', 'bearer ', '&key=', 'http://', '-----BEGIN PRIVATE KEY-----'],
      [
        'token:"',
        'token:\\"',
        'token:"\\',
        'token:[',
        'token:{[',
        '<token>',
        '<token ',
        'name=token ',
        'value="" ',
        'eyJabcdef',
        '-eyJabcdef',
        'token=>',
        "token=>'",
        'token%3D',
        'token%22:%22',
        'token&quot;:',
        '%25',
        '&amp;',
        'sk-',
        'ghp_',
        'xoxb-',
        'SG.a',
        'AKIA',
      ],
    ].flat()
    // Of CPU time, which does not count what else the machine does; the least of some, as what else the process does is in it too.
    const timeFor = (parts: number): number => {
      const texts = hostile.map((piece) => piece.repeat(2e5 / parts / piece.length))
      const times = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage()
        for (const text of texts) for (let part = 0; part < parts; part++) redactText(text)
        return process.cpuUsage(before).user
      })
      return Math.min(...times)
    }
    // As much text, whole and in 16 parts: quadratic work takes 16 times as long for the whole.
    expect(timeFor(1)).toBeLessThan(4 * timeFor(16))
  })
})

test.each([
  'secrets.SHORT: must have at least 4 characters',
  "headers.authorization: the URL's user and password are sent as that header; leave one of them out",
  'api_key: must be a string (was 5); did you mean "apiKey"?',
  '--token needs a value, and --password none',
])('our own message %j is shown as it is', (message) => {
  expect(redactMessage(message)).toBe(message)
})

test.each([
  ['the URL http://ann:abc@host cannot be read', 'the URL http://host cannot be read'],
  ['it printed DB_PASSWORD=abc', 'it printed DB_PASSWORD=[redacted]'],
  ['it was {"token": "abc"}', 'it was {"token": [redacted]}'],
  ['it sent Bearer abc123', 'it sent Bearer [redacted]'],
])('a secret that was left in our own message %j is replaced', (message, shown) => {
  expect(redactMessage(message)).toBe(shown)
})

test.each([
  ['http://me:pw@h/a@b', 'http://h/a@b'],
  ['http://[redacted]@h/x', 'http://h/x'],
  ['http://h/@me', 'http://h/@me'],
  // A text that does not parse as a URL may still contain a password.
  ['me:pw@h:1', 'h:1'],
  ['http://me:p/w@h:1', 'http://h:1'],
  ['//me:pw@h/x', 'h/x'],
  // Paths have no users.
  ['/tmp/x.sock', '/tmp/x.sock'],
  ['/home/me@work/x.ts', '/home/me@work/x.ts'],
  ['me:pw@host/x', 'host/x'],
  ['me:p@w@host/a@b', 'host/a@b'],
  ['me:p/w@h:1', 'h:1'],
  ['//me:p/w@h/x', 'h/x'],
  ['//me@h/x', 'h/x'],
  ['localhost:3000/@me', 'localhost:3000/@me'],
  ['127.0.0.1:3000/@me', '127.0.0.1:3000/@me'],
  ['[::1]:3000/@me', '[::1]:3000/@me'],
  ['C:/Users/me@work/x.ts', 'C:/Users/me@work/x.ts'],
])('withoutUserInfo turns %j into %j', (url, expected) => {
  expect(withoutUserInfo(url)).toBe(expected)
})

test.each(['', './', '../', 'node_modules/', '/home/'])('withoutUserInfo leaves a path that begins with %j unchanged', (start) => {
  for (const path of ['@acme/load.config.ts', 'pkg@1.0.0/x.ts', 'ann@example.com/load.config.ts', '@acme/ann@work/10:30@x.ts'])
    expect(withoutUserInfo(`${start}${path}`)).toBe(`${start}${path}`)
})

test('a text that is redacted twice stays the same', () => {
  const once = redactText('x -u ann:abc --token abc?key=abc&b=1 http://ann:abc@host Bearer abcdef1 cookie: a=b')
  expect(redactText(once)).toBe(once)
  const words = redactWords(['-u', 'ann:abc', '--token', 'abc', '-H', 'x-acme: abc'])
  expect(redactWords(words)).toEqual(words)
})
