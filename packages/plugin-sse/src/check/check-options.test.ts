import { describe, expect, test } from 'vitest'
import { optional, refined, withDefault, type Check } from './check.ts'
import { checkOptions, toSchema } from './check-options.ts'
import { milliseconds } from './duration.ts'
import { either, list, object, record } from './structures.ts'
import { count, flag, name, oneOf, text } from './values.ts'

const inner = object({ word: name, deep: optional(flag) })
const check = object({
  word: text,
  times: optional(count),
  wait: withDefault(milliseconds, 1000),
  map: optional(record(flag, 'must be an object of flags')),
  words: optional(list(name, 'must be a list of words', 1)),
  mode: optional(either<unknown>([oneOf(['fast', false], ''), inner], 'must be "fast", false or { word }')),
})

describe('options', () => {
  test('come out as they are, with what was left out filled in, and without what is undefined', () => {
    expect(checkOptions(check, { word: 'a', times: undefined }, 'call')).toStrictEqual({ word: 'a', wait: 1000 })
    const all = { word: '', times: 2, wait: '2s', map: { a: true }, words: ['b'], mode: { word: 'c' } }
    expect(checkOptions(check, all, 'call')).toStrictEqual({ ...all, wait: 2000 })
  })

  test.each<[Check, unknown, string]>([
    [
      check,
      { word: 1, wait: 'soon' },
      'call: word: must be a string; wait: must be a time such as "500ms" or "2s", or a number of seconds (was "soon")',
    ],
    [check, { wrod: 'a' }, 'call: word: must be a string; unknown option "wrod"; did you mean "word"?'],
    [check, { word: 'a', constructor: 1 }, 'call: unknown option "constructor"'],
    [check, { word: 'a', times: 0 }, 'call: times: must be a whole number from 1'],
    [check, { word: 'a', map: { b: 1 }, words: ['', 'c'] }, 'call: map.b: must be true or false; words.0: must not be empty'],
    [check, { word: 'a', words: [] }, 'call: words: must be a list of words'],
    [check, { word: 'a', mode: 'slow' }, 'call: mode: must be "fast", false or { word }'],
    [check, { word: 'a', mode: { word: 'b', dep: true } }, 'call: mode: unknown option "dep"; did you mean "deep"?'],
    [check, [], 'call: must be an object'],
    [check, null, 'call: must be an object'],
    [refined(text, (value) => value !== 'no', 'must not be no'), 1, 'call: must be a string'],
    [refined(text, (value) => value !== 'no', 'must not be no'), 'no', 'call: must not be no'],
  ])('that are wrong are told all at once: %#', (wrong, value, message) => {
    expect(() => checkOptions(wrong, value, 'call')).toThrow(message)
  })
})

test('a plugin declares them as a standard schema, in which none are as good as empty ones', async () => {
  const { validate } = toSchema(object({ mode: withDefault(oneOf(['a', 'b'], 'must be "a" or "b"'), 'a') }))['~standard']
  expect(await validate(undefined)).toEqual({ value: { mode: 'a' } })
  expect(await validate({ mode: 'c' })).toEqual({ issues: [{ path: ['mode'], message: 'must be "a" or "b"' }] })
})
