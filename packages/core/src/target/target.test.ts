import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCommand } from './target.ts'

const quote = (word: string): string => `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`

describe('splitCommand', () => {
  test.each([
    ['node server.js', ['node', 'server.js']],
    ['  deno   run\t-A main.ts ', ['deno', 'run', '-A', 'main.ts']],
    [`node -e "console.log('a b')"`, ['node', '-e', "console.log('a b')"]],
    [`sh -c 'echo "x"; exit'`, ['sh', '-c', 'echo "x"; exit']],
    [`run --name="two words" ''`, ['run', '--name=two words', '']],
    [String.raw`run a\ b "say \"hi\" \n"`, ['run', 'a b', String.raw`say "hi" \n`]],
    [String.raw`C:\node\node.exe server.js`, [String.raw`C:\node\node.exe`, 'server.js']],
    ['a $HOME | b && c *', ['a', '$HOME', '|', 'b', '&&', 'c', '*']],
    ['   ', []],
  ])('splitCommand splits %s', (text, words) => {
    expect(splitCommand(text)).toEqual(words)
  })

  test('splitCommand reports a quote that is never closed', () => {
    expect(() => splitCommand('node "server.js')).toThrow('the command has a " that is never closed: node "server.js')
  })

  test('splitCommand returns any words that were put in double quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitCommand(words.map(quote).join(' '))).toEqual(words)
      }),
    )
  })
})
