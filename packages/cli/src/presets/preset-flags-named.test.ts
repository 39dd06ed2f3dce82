import { presets } from '@benchpress/presets'
import { describe, expect, test } from 'vitest'
import { findNamedWord } from './preset-flags.ts'

describe('the word that names a preset is the first one that is no flag and no value of one', () => {
  test.each([
    ['./mine.ts', './mine.ts'],
    ['./mine.ts:reads -d 5', './mine.ts:reads'],
    ['benchpress-preset-mine --app ./server.js', 'benchpress-preset-mine'],
    ['desreve --ca server.js', 'desreve'],
    ['--ca server.js ./mine.ts', './mine.ts'],
    ['--ca=server.js ./mine.ts', './mine.ts'],
    ['-d 1 benchpress-preset-mine', 'benchpress-preset-mine'],
    ['-d1 benchpress-preset-mine', 'benchpress-preset-mine'],
    ['-jqo result.json ./mine.ts', './mine.ts'],
    ['-j ./mine.ts', './mine.ts'],
    ['--no-color ./mine.ts', './mine.ts'],
    ['--renderStatusCodes ./mine.ts', './mine.ts'],
    ['--socketPath ./server.js ./mine.ts', './mine.ts'],
    ['-R 500/s ./mine.ts', './mine.ts'],
    ['./mine.ts --title hypha', './mine.ts'],
    ['./mine.ts -T nestjs:load', './mine.ts'],
    ['-T nestjs:load ./mine.ts', './mine.ts'],
    ['--body -x ./mine.ts', './mine.ts'],
    ['--slo p99 ./mine.ts', './mine.ts'],
    ['--profile smoke nestjs:load', 'nestjs:load'],
    ['--help nestjs', 'nestjs'],
    ['-v nestjs', 'nestjs'],
    ['-hj nestjs', 'nestjs'],
    ['./mine.ts --app ./server.js', './mine.ts'],
    ['--har a.har ./mine.ts', './mine.ts'],
    ['--unknown=1 -d 5 ./mine.ts', './mine.ts'],
    ['-d 5 -- ./mine.ts', './mine.ts'],
  ])('the preset is found in: preset %s', (line, word) => {
    expect(findNamedWord(line.split(' '), presets)).toBe(word)
  })

  test.each(['', '-d', '--ca server.js', '-o ./mine.ts', '--unknown'])('preset %s names no preset', (line) => {
    expect(findNamedWord(line === '' ? [] : line.split(' '), presets)).toBeUndefined()
  })

  test.each(['--app ./server.js ./mine.ts', '-d 5 --app ./server.js', '--prof smoke nestjs:load'])(
    'a word after an unknown flag names no preset: preset %s',
    (line) => {
      expect(findNamedWord(line.split(' '), presets)).toBeUndefined()
    },
  )
})
