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
    ['a $HOME a|b c&&d *', ['a', '$HOME', 'a|b', 'c&&d', '*']],
    [`a '&&' "|" \\;b x">" 'cd' cd`, ['a', '&&', '|', String.raw`\;b`, 'x>', 'cd', 'cd']],
    ['curl http://x/?a=1&b=2 a=>b', ['curl', 'http://x/?a=1&b=2', 'a=>b']],
    [`sh -c 'cd x && node s.js'`, ['sh', '-c', 'cd x && node s.js']],
    ['   ', []],
  ])('splitCommand splits %s', (text, words) => {
    expect(splitCommand(text)).toEqual(words)
  })

  test('splitCommand reports a quote that is never closed', () => {
    expect(() => splitCommand('node "server.js')).toThrow('the command has a " that is never closed: node "server.js')
  })

  test.each([
    ['npm ci && echo', '&&'],
    ['npm ci || echo', '||'],
    ['node a.js | tee log', '|'],
    ['npm ci ; node a.js', ';'],
    ['npm ci; node a.js', ';'],
    ['node a.js > log', '>'],
    ['node a.js >> log', '>>'],
    ['node a.js < log', '<'],
    ['node a.js &', '&'],
    ['node a.js >log', '>'],
    ['node a.js 2>&1', '2>'],
    ['node "a.js"; rm x', ';'],
    ['  cd x', 'cd'],
  ])('splitCommand refuses %s, which needs a shell', (text, operator) => {
    expect(() => splitCommand(text)).toThrow(
      expect.objectContaining({
        message: `the command has ${operator}, and commands go through no shell: ${text}`,
        hint: `use sh -c '...', or put it in quotes if the program takes it`,
      }),
    )
  })

  test('splitCommand returns any words that were put in double quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitCommand(words.map(quote).join(' '))).toEqual(words)
      }),
    )
  })
})
