import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { checkOptions, count, flag, name, plainObject, text, strictObject, milliseconds, either } from './values.ts'

const inner = strictObject({ word: name, deep: v.optional(flag) })
const schema = strictObject({
  word: text,
  times: v.optional(count),
  wait: v.optional(milliseconds, '1s'),
  map: v.optional(v.pipe(plainObject('must be an object of flags'), v.record(v.string(), flag))),
  words: v.optional(v.pipe(v.array(name, 'must be a list of words'), v.minLength(1, 'must be a list of words'))),
  mode: v.optional(either([v.literal('fast'), v.literal(false), inner], 'must be "fast", false or { word }')),
})

describe('options', () => {
  test('are returned with defaults for missing ones, and without undefined ones', () => {
    expect(checkOptions(schema, { word: 'a', times: undefined }, 'call')).toStrictEqual({ word: 'a', wait: 1000 })
    const all = { word: '', times: 2, wait: '2s', map: { a: true }, words: ['b'], mode: { word: 'c' } }
    expect(checkOptions(schema, all, 'call')).toStrictEqual({ ...all, wait: 2000 })
  })

  test.each<[unknown, string]>([
    [
      { word: 1, wait: 'soon' },
      'call: word: must be a string; wait: must be a time such as "500ms" or "2s", or a number of seconds (was "soon")',
    ],
    [{ wrod: 'a' }, 'call: word: must be a string; unknown option "wrod"; did you mean "word"?'],
    [{ word: 'a', constructor: 1 }, 'call: unknown option "constructor"'],
    [{ word: 'a', times: 0 }, 'call: times: must be a whole number from 1'],
    [{ word: 'a', map: { b: 1 }, words: ['', 'c'] }, 'call: map.b: must be true or false; words.0: must not be empty'],
    [{ word: 'a', words: [] }, 'call: words: must be a list of words'],
    [{ word: 'a', mode: 'slow' }, 'call: mode: must be "fast", false or { word }'],
    [{ word: 'a', mode: { word: 'b', dep: true } }, 'call: mode: unknown option "dep"; did you mean "deep"?'],
    [[], 'call: must be an object'],
    [null, 'call: must be an object'],
    [{ word: 'a', map: [] }, 'call: map: must be an object of flags'],
    [{ word: 'a', map: {}, mode: { wrod: 'b' } }, 'call: mode: unknown option "wrod"; did you mean "word"?'],
    [{ word: 'a', wait: Number.NaN }, 'call: wait: must be a time such as "500ms" or "2s", or a number of seconds'],
    [{ word: 'a', wait: '25d' }, '(was "25d")'],
    [{ word: 'a', b: 1, mode: { word: '' } }, 'call: mode: must be "fast", false or { word }; unknown option "b"'],
  ])('that are wrong are reported all at once: %#', (value, message) => {
    expect(() => checkOptions(schema, value, 'call')).toThrow(message)
  })
})
