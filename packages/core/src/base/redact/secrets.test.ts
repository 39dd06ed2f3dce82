import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hideSecrets, keepSecrets, redacted, withoutBegunSecret } from './secrets.ts'

const key = 'Zq8/+"tOpsEcReT&77=='
const pem = `-----BEGIN KEY-----\n${'MIIabcdefgh0123456789'.repeat(3)}\n${'kQz+/'.repeat(12)}\n-----END KEY-----`

function keep(...secrets: readonly string[]): void {
  onTestFinished(keepSecrets(secrets))
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

const forms: readonly (readonly [how: string, write: (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in a URL', (secret) => encodeURIComponent(secret)],
  ['in a URL in small letters', (secret) => encodeURIComponent(secret).toLowerCase()],
  ['in a URL in a URL', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['in a form', (secret) => new URLSearchParams([['', secret]]).toString().slice(1)],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['in JSON in JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  [
    'in JSON with escapes',
    (secret) => Array.from(secret, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in HTML', (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  ['in HTML by numbers', (secret) => secret.replaceAll(/[^a-z]/gi, (character) => `&#${character.charCodeAt(0)};`)],
  [
    'in HTML by numbers of JSON',
    (secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replaceAll(/[^a-z]/gi, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
  ],
  ['in base64', base64],
  ['in base64 without padding', (secret) => base64(secret).replaceAll('=', '')],
  ['in base64 for URLs', (secret) => Buffer.from(secret).toString('base64url')],
  ['in base64 in a URL', (secret) => encodeURIComponent(base64(secret))],
  ['as a password', (secret) => base64(`ann:${secret}`)],
  ['as a password of a name of another length', (secret) => base64(`anna:${secret}`)],
  ['as a user', (secret) => base64(`${secret}:pass`)],
]

describe('a secret that is kept', () => {
  test.each(forms)('is replaced %s', (_how, write) => {
    keep(key)
    const text = `before ${write(key)} after`
    expect(hideSecrets(text)).toMatch(/^before \S*\[redacted\]\S* after$/)
    // Nothing is left of it but what surrounds it in base64.
    expect(hideSecrets(text).replace(redacted, '').length).toBeLessThan('before  after'.length + 12)
  })

  test.each(forms)('leaves no beginning of itself %s at the end of a text that was cut', (_how, write) => {
    keep(key)
    const form = write(key)
    for (let length = 1; length < form.length; length++) {
      const shown = withoutBegunSecret(hideSecrets(`before ${form.slice(0, length)}`))
      // What may be an incomplete character says nothing, and base64 begins with what stands before the secret.
      expect(shown.replace(redacted, '').length, shown).toBeLessThan('before '.length + 8)
    }
  })

  test('is replaced in any case, as in the name of a host', () => {
    keep('Tok3nOfMine')
    expect(hideSecrets('http://tok3nofmine.example/TOK3NOFMINE')).toBe(`http://${redacted}.example/${redacted}`)
  })

  test('is replaced line by line', () => {
    keep(pem)
    expect(hideSecrets(`a\n${'MIIabcdefgh0123456789'.repeat(3)}\nb`)).toBe(`a\n${redacted}\nb`)
    expect(hideSecrets(JSON.stringify({ key: pem }))).toBe(`{"key":"${redacted}"}`)
    expect(hideSecrets(base64(pem))).toMatch(/^\S{0,2}\[redacted\]$/)
  })

  test('is replaced in all data, including the names of keys, and nothing else is', () => {
    keep('hunter2')
    const data = { reason: 'no user hunter2 at /hunter2', 'GET /hunter2': [{ count: 2, text: 'hunter' }, null, true], at: 1.5 }
    expect(hideSecrets(data)).toEqual({
      reason: `no user ${redacted} at /${redacted}`,
      [`GET /${redacted}`]: [{ count: 2, text: 'hunter' }, null, true],
      at: 1.5,
    })
    expect(hideSecrets(new Map([['hunter2', new Set(['a hunter2'])]]))).toEqual(new Map([[redacted, new Set([`a ${redacted}`])]]))
  })

  test('leaves data without it as it is, and the same', () => {
    keep('hunter2')
    const data = { times: { p99: 4, all: [1, Number.NaN], bytes: new Uint8Array(3) }, names: ['a', 'hunter2'] }
    const hidden = hideSecrets(data)
    expect(hidden).toEqual({ ...data, names: ['a', redacted] })
    expect(hidden.times).toBe(data.times)
    expect(hideSecrets(data.times)).toBe(data.times)
  })

  test('is replaced whole where it is a part of another one', () => {
    keep('abcd', 'abcdefgh')
    expect(hideSecrets('abcdefgh abcd abcdabcd')).toBe(`${redacted} ${redacted} ${redacted}`)
  })

  test('leaves none of the backslashes at its ends, in any form', () => {
    const secret = '\\\\a+abcdefg\\'
    const written = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(encodeURIComponent(secret)),
      JSON.stringify(secret).slice(1, -1),
    ]
    keep(secret)
    for (const form of written) expect(hideSecrets(`x${form}y`)).toBe(`x${redacted}y`)
  })

  test('of backslashes is found too', () => {
    keep(String.raw`\\\\`)
    expect(hideSecrets(String.raw`a \\\\ b \\ c`)).toBe(String.raw`a ${redacted} b \\ c`)
  })

  test('is kept until all who keep it have released it, and a short one never', () => {
    const first = keepSecrets(['hunter2', 'abc'])
    const second = keepSecrets(['hunter2'])
    first()
    first()
    expect(hideSecrets('abc hunter2')).toBe(`abc ${redacted}`)
    second()
    expect(hideSecrets('abc hunter2')).toBe('abc hunter2')
  })
})

test('no part of any secret is left in any mixture of its forms', () => {
  const character = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  const secrets = fc
    .array(character, { minLength: 8, maxLength: 40 })
    .map((characters) => characters.join(''))
    .filter((secret) => /[a-z\d]{2}/i.test(secret) && !/%[\da-f]{2}|&[#\w]+;|\\u/i.test(secret))
  const write = (secret: string, choices: readonly number[]): string =>
    Array.from(secret, (each, index) => writings[(choices[index % choices.length] ?? 0) % writings.length]?.(each)).join('')
  fc.assert(
    fc.property(secrets, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), fc.string(), (secret, choices, around) => {
      const release = keepSecrets([secret])
      try {
        const text = write(secret, choices)
        expect(hideSecrets(`${around}\n${text}\n${around}`)).not.toContain(text)
      } finally {
        release()
      }
    }),
  )
})

const writings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (character) => Array.from(character, (each) => `&#${each.codePointAt(0)};`).join(''),
  (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  (character) => JSON.stringify(character).slice(1, -1),
]
