import { expect, test } from 'vitest'
import { secretsOf } from './config-secrets.ts'
import { whileHiding } from './redact-config.ts'
import { redactText } from './redact-text.ts'

const secret = 'abcdEFGH12345678zz'

test.each<[string, object]>([
  ['under secrets', { secrets: { PIN: secret } }],
  ['of a header', { headers: { 'X-Api-Key': secret } }],
  ['of a header of a request', { scenarios: { a: { request: { headers: { authorization: `Bearer ${secret}` } } } } }],
  ['of a header of one of several requests', { scenarios: { a: { requests: [{ headers: { 'X-Auth-Token': secret } }] } } }],
  ['of a cookie', { headers: { Cookie: `theme=dark; session=${secret}; a=1` } }],
  ['of basic authentication', { headers: { Authorization: `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}` } }],
  ['of a variable of the target', { target: { command: 'node server.js', env: { DB_PASSWORD: secret } } }],
  ['of a URL', { target: `http://ann:${secret}@localhost:3000/` }],
  ['of a URL object', { target: new URL(`http://ann:${secret}@localhost:3000/`) }],
  ['of one of several tests', { tests: [{ headers: {} }, { headers: { 'x-api-key': secret } }] }],
])('a text that repeats the secret %s has it in no form', (_, config) => {
  const texts = [`["X-Custom","${secret}"]`, `unknown user ${secret}`, Buffer.from(secret).toString('base64')]
  const shown = whileHiding(config, () => texts.map((text) => redactText(text)))
  expect(shown.join('\n')).not.toMatch(/EFGH1234|YWJjZEVGR0/)
})

test('what is too short to be a secret, or has no name of one, hides no words', () => {
  const config = {
    headers: { accept: 'application/json', 'x-auth-token': 'test', cookie: 'a=1; b=2' },
    thresholds: { 'http_failed{endpoint:GET /tokens}': ['rate < 1 %'] },
    scenarios: { headers: { request: { path: '/token' } } },
  }
  expect(secretsOf(config)).toEqual(['a=1; b=2'])
  expect(secretsOf([null, 5, 'text', { secrets: 5, headers: null }])).toEqual([])
})

test('a config that contains itself has its secrets once', () => {
  const both = { cookie: 'session-of-ann' }
  const config: Record<string, unknown> = { both, headers: both }
  config['self'] = [config, config]
  expect(secretsOf(config)).toEqual(['session-of-ann'])
})
