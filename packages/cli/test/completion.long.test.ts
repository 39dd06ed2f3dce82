import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasTool } from '../../../test/tools.ts'
import { call } from './captured-io.ts'
import { hasTerminal, Terminal } from './terminal.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-completion-'))
  await writeFile(join(folder, 'load.config.ts'), '')
  for (const shell of ['bash', 'zsh']) await writeFile(join(folder, `script.${shell}`), (await call(['completion', shell])).stdout)
})

afterAll(() => rm(folder, { recursive: true }))

describe.each([
  ['bash', ['source ./script.bash']],
  ['zsh', ['zsh -f', "PS1='%% '", 'autoload -Uz compinit && compinit -D -u', 'source ./script.zsh']],
] as const)('%s', (shell, start) => {
  test.skipIf(!hasTerminal || !hasTool(shell))('completes what is typed', async () => {
    const terminal = new Terminal()
    await terminal.open(folder, 100)
    onTestFinished(() => terminal.close())
    for (const line of [...start, 'clear']) await terminal.type(line, 'Enter')
    await expect.poll(() => terminal.lines()).toEqual(['%'])
    for (const [typed, completed] of [
      ['benchpress doc', 'benchpress doctor'],
      ['benchpress preset nestjs:lo', 'benchpress preset nestjs:load'],
      ['benchpress preset nestjs:load --prof', 'benchpress preset nestjs:load --profile'],
      ['benchpress run -c 5 --no-pro', 'benchpress run -c 5 --no-progress'],
      ['benchpress run --refill ba', 'benchpress run --refill batch'],
      ['benchpress run -o jun', 'benchpress run -o junit='],
      ['benchpress run -o junit=lo', 'benchpress run -o junit=load.config.ts'],
      ['benchpress compare -o lo', 'benchpress compare -o load.config.ts'],
      ['benchpress run load.', 'benchpress run load.config.ts'],
    ] as const) {
      await terminal.type('C-u')
      await terminal.type(typed, 'Tab')
      await expect.poll(() => terminal.lines()).toEqual([expect.stringMatching(new RegExp(`^% ${completed} *$`))])
    }
  })
})
