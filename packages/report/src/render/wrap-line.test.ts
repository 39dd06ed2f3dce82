import { expect, test } from 'vitest'
import { wrapLine } from './wrap-line.ts'

const plain = (text: string) => ({ text, paint: (shown: string) => shown })
const loud = (text: string) => ({ text, paint: (shown: string) => `<${shown}>` })

test('a line that fits, or that goes to no terminal, stays as it is, spaces included', () => {
  expect(wrapLine([plain('documented:  3 runs  of '), loud('two words')], 34)).toEqual(['documented:  3 runs  of <two words>'])
  expect(wrapLine([plain('word '.repeat(100))])).toEqual(['word '.repeat(100)])
})

test('a line is broken between words, and continues below its text', () => {
  expect(wrapLine([plain('  note few-samples: p99.9 needs 10,000 samples')], 24)).toEqual([
    '  note few-samples:',
    '    p99.9 needs 10,000',
    '    samples',
  ])
})

test('a word in two colours is not broken, and its marks take no room', () => {
  expect(wrapLine([plain('Verdict of it all: '), loud('suspect'), plain(', the worst of them')], 26)).toEqual([
    'Verdict of it all:',
    '  <suspect>, the worst of',
    '  them',
  ])
})

test('a word that is wider than the terminal has a line of its own, and a Chinese character takes two columns', () => {
  const url = 'http://localhost:3000/items'
  expect(wrapLine([plain(`what responded at ${url} today`)], 20)).toEqual(['what responded at', `  ${url}`, '  today'])
  expect(wrapLine([plain('負荷負荷負荷 負荷負荷負荷')], 24)).toEqual(['負荷負荷負荷', '  負荷負荷負荷'])
})

test('a terminal of fewer than 20 columns breaks lines itself', () => {
  expect(wrapLine([plain('one two three four five')], 10)).toEqual(['one two three four five'])
})
