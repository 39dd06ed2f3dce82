import { expect, onTestFinished, test } from 'vitest'
import { keepSecrets } from '../base/redact/secrets.ts'
import { messageOf, minimal } from '../../test/config-fixture.ts'
import { resolveConfig } from './resolve-config.ts'

test('env and secrets are read as one, and the values of secrets are known', () => {
  const { env, secrets } = resolveConfig({ ...minimal, env: { STAGE: 'test', EMPTY: '' }, secrets: { PIN: '0000-1', KEY: 'abcd' } })
  expect(env).toEqual({ STAGE: 'test', EMPTY: '', PIN: '0000-1', KEY: 'abcd' })
  expect(secrets).toEqual(['0000-1', 'abcd'])
})

const unset = `is undefined; if it comes from process.env, the variable is not set; set it, or give a default with ?? 'text'`

test.each([
  [{ env: 'A=1' }, 'env: must be an object (was "A=1")'],
  [{ env: { STAGE: undefined } }, `env.STAGE: ${unset}`],
  [{ env: { COUNT: 5 } }, 'env.COUNT: must be a string (was 5)'],
  [{ env: { API_TOKEN: 12_345 } }, 'env.API_TOKEN: must be a string'],
  [{ secrets: 'abc' }, 'secrets: must be an object'],
  [{ secrets: { PIN: undefined } }, `secrets.PIN: ${unset}`],
  [{ secrets: { PIN: 12_345 } }, 'secrets.PIN: must be a string'],
  [{ secrets: { PIN: '123' } }, 'secrets.PIN: must have at least 4 characters, or what only looks like it is redacted too'],
  [{ env: { PIN: '1' }, secrets: { PIN: '1234' } }, 'secrets.PIN: is given in env too; journeys read both as one'],
])('the variables %j are refused', (part, message) => {
  expect(messageOf({ ...minimal, ...part })).toBe(message)
})

test('no message of a config shows a secret', () => {
  onTestFinished(keepSecrets(['s3cret']))
  const scenarios = { reads: { request: { path: 'login/s3cret' }, workload: { connections: 1 } } }
  expect(messageOf({ ...minimal, scenarios, secrets: { PIN: 's3cret' } })).toBe(
    'scenarios.reads.request.path: must start with "/" (was "login/[redacted]")',
  )
})
