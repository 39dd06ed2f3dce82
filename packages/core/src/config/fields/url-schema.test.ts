import { describe, expect, test } from 'vitest'
import { messageOf, minimal } from '../../../test/config-fixture.ts'
import { resolveConfig } from '../resolve-config.ts'

describe('trustedOrigins', () => {
  test('trustedOrigins are origins, in the form that those of requests are compared in', () => {
    const trustedOrigins = ['HTTPS://Login.example.com/', 'http://localhost:80', 'http://localhost:3001']
    expect(resolveConfig({ ...minimal, trustedOrigins }).trustedOrigins).toEqual([
      'https://login.example.com',
      'http://localhost',
      'http://localhost:3001',
    ])
  })

  test.each([
    [
      { trustedOrigins: ['https://example.com/login'] },
      'trustedOrigins[0]: must be an origin, without a path, a query or a user (was "https://example.com/login"); give "https://example.com": all of an origin is trusted, or nothing',
    ],
    [
      { trustedOrigins: ['http://a', 'https://me:secret@example.com'] },
      'trustedOrigins[1]: must be an origin, without a path, a query or a user (was "https://example.com"); give "https://example.com": all of an origin is trusted, or nothing',
    ],
    [{ trustedOrigins: ['https://*.a.com'] }, 'trustedOrigins[0]: must name one host (was "https://*.a.com"); list each of them'],
    [
      { trustedOrigins: ['login.example.com'] },
      'trustedOrigins[0]: must be an origin with its scheme (was "login.example.com"); such as https://login.example.com',
    ],
    [{ trustedOrigins: true }, 'trustedOrigins: must be a list (was true)'],
    [{ trustedOrigin: [] }, 'unknown key "trustedOrigin"; did you mean "trustedOrigins"?'],
  ])('the trusted origins %j are refused', (given, message) => {
    expect(messageOf({ ...minimal, ...given })).toBe(message)
  })
})
