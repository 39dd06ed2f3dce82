import { Writable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Output } from './command-io.ts'
import { guardOutputs } from './guard-output.ts'

const commands = [
  '::error::owned',
  '  ::add-mask::a b',
  '\r::stop-commands::x',
  'a ##[error]x',
  '##vso[task.setvariable]x',
  "##teamcity[buildStatus text='x']",
]
// As each CI reads them: a command of GitHub at the start of a line, which a carriage return ends too, and the others anywhere.
const command = /^\s*::|##\w*\[/m

function print(chunks: readonly string[], env: Readonly<Record<string, string>>): { readonly printed: string; readonly stream: Output } {
  let printed = ''
  const stdout = new Writable({ decodeStrings: false, write: (chunk, _encoding, done) => done(void (printed += String(chunk))) })
  const io = guardOutputs({
    stdout: Object.assign(stdout, { isTTY: true, columns: 60 }),
    stderr: stdout,
    env,
    cwd: '/',
    signal: new AbortController().signal,
  })
  for (const chunk of chunks) io.stdout.write(chunk)
  return { printed, stream: io.stdout }
}

test.each([{ GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }, { TEAMCITY_VERSION: '2026.1' }])(
  'nothing that is printed with %j is a command',
  (env) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands, 'text', '\n', ' ', ':', '#')), fc.array(fc.nat(5)), (parts, cuts) => {
        const text = parts.join('\n')
        const chunks = cuts.reduce<readonly string[]>(
          (all, cut) => [...all.slice(0, -1), all.at(-1)?.slice(0, cut) ?? '', all.at(-1)?.slice(cut) ?? ''],
          [text],
        )
        const { printed } = print(chunks, env)
        expect(printed).not.toMatch(command)
        expect(printed.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  },
)

test('elsewhere everything is printed as it is', () => {
  expect(print(commands, {}).printed).toBe(commands.join(''))
  expect(print(commands, { GITHUB_ACTIONS: 'false', CI: 'true' }).printed).toBe(commands.join(''))
})

test('a guarded stream has the width of its terminal', () => {
  expect(print([], { GITHUB_ACTIONS: 'true' }).stream).toMatchObject({ isTTY: true, columns: 60, writable: true })
})
