import { describe, expect, test } from 'vitest'
import { publish, subscribe } from './index.ts'

const recipients = { count: 10 }

describe('the options of the ready-made journeys', () => {
  test('the options of subscribe are checked when the journey is created', () => {
    expect(subscribe({ path: '/events', recipients, payload: { json: 'message' }, churn: 0.01, retry: 2 })).toBeTypeOf('function')
    expect(() => subscribe({ path: '/events', chrun: 0.1 } as never)).toThrow(
      'sse.subscribe: unknown option "chrun"; did you mean "churn"?',
    )
    expect(() => subscribe({ path: '/events', recipients: { cuont: 1 } } as never)).toThrow(
      /recipients\.count: .*; .*unknown option "cuont"; did you mean "count"\?/,
    )
    expect(subscribe({ path: 'https://example.com/events' })).toBeTypeOf('function')
    expect(() => subscribe({ path: 'events' })).toThrow('sse.subscribe: path: must start with "/", or be a URL with http:// or https://')
    expect(() => subscribe({ path: '/events', churn: 2 })).toThrow('churn: ')
    expect(() => subscribe({ path: '/events', payload: () => '' } as never)).toThrow('payload: must be "text", "base64"')
    expect(() => subscribe({ path: '/events', recipients: { count: 2, name: 'all' } })).toThrow('recipients.name: needs {index}')
  })

  test('the options of publish are checked when the journey is created', () => {
    expect(() => publish({ path: '/message?to={to}', body: '{stamp}', recipients })).not.toThrow()
    expect(() => publish({ path: '/message?to={to}', body: 'no stamp', recipients })).toThrow('sse.publish: body: needs {stamp}')
    expect(() => publish({ path: 'http//x', body: '{stamp}', recipients })).toThrow('sse.publish: path: must start with "/"')
    expect(() => publish({ path: '/message', body: '{stamp}' } as never)).toThrow('recipients: ')
    expect(() => publish({ path: '/message', body: '{stamp}', recipients, bdy: '' } as never)).toThrow('did you mean "body"?')
  })
})
