import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presets } from '@benchpress/presets'
import { formats } from '@benchpress/report'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProgram } from '../src/create-program.ts'
import { hasTool } from '../../../test/tools.ts'
import { call, captureIo } from './captured-io.ts'

const shells = ['bash', 'zsh', 'fish'] as const

const program = createProgram(captureIo().io, { presets: { presets } })
const commands = [...program.commands.map((command) => command.name()), 'help']
const nestjs = Object.keys(presets.get('nestjs')?.parts ?? {}).map((part) => `nestjs:${part}`)

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-completion-'))
  for (const name of ['load.config.ts', 'kept.json']) await writeFile(join(folder, name), '')
  for (const shell of shells) await writeFile(join(folder, `script.${shell}`), (await call(['completion', shell])).stdout)
})

afterAll(() => rm(folder, { recursive: true }))

/** The script by which a shell prints its completions; zsh only shows them while a line is edited. */
const asked: Readonly<Record<'bash' | 'fish', string>> = {
  bash: 'source ./script.bash; COMP_LINE=$LINE; COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=$BREAKS; _benchpress; printf "%s\\n" "${COMPREPLY[@]}"',
  fish: 'source ./script.fish; complete -C "$LINE" | string replace -r "\\t.*" ""',
}

function complete(shell: 'bash' | 'fish', line: string, breaks: string = ' "=:'): readonly string[] {
  const options = shell === 'bash' ? ['--norc', '--noprofile'] : ['--no-config']
  const { stdout, stderr } = spawnSync(shell, [...options, '-c', asked[shell]], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', LINE: line, BREAKS: breaks },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter((word) => word !== '')
    .toSorted()
}

describe.each(['bash', 'fish'] as const)('%s', (shell) => {
  describe.skipIf(!hasTool(shell))('completion', () => {
    test('completes the commands', () => {
      expect(complete(shell, 'benchpress pl')).toEqual(['plan', 'plugins'])
      expect(complete(shell, 'benchpress ')).toEqual(expect.arrayContaining(commands))
    })

    test('completes the flags of a command, and no others', () => {
      expect(complete(shell, 'benchpress run --no-p')).toEqual(['--no-progress'])
      expect(complete(shell, 'benchpress init --f')).toEqual(['--force'])
      expect(complete(shell, 'benchpress init --no-p')).toEqual([])
      expect(complete(shell, 'benchpress http://localhost:3000 -c 10 --pip')).toEqual(['--pipelining'])
      expect(complete(shell, 'benchpress --pip')).toEqual(['--pipelining'])
    })

    test('completes the names of presets and their parts, and the flags of the named one', () => {
      const known = complete(shell, 'benchpress preset ')
      for (const name of presets.keys()) expect(known).toContain(name)
      expect(complete(shell, 'benchpress preset -d 30 --scale 0.1 des')).toEqual(['deserve'])
      expect(complete(shell, 'benchpress preset nestjs --prof')).toEqual(['--profile'])
      expect(complete(shell, 'benchpress preset nestjs:load --prof')).toEqual(['--profile'])
      expect(complete(shell, 'benchpress preset deserve --prof')).toEqual([])
    })

    test('completes the values of a flag that has only a few', () => {
      expect(complete(shell, 'benchpress run --refill ')).toEqual(['batch', 'each'])
      expect(complete(shell, 'benchpress http://localhost:3000 -c 10 --timing pre')).toEqual(['precise'])
      expect(complete(shell, 'benchpress run --tls-min 1.')).toEqual(['1.1', '1.2', '1.3'])
      expect(complete(shell, 'benchpress preset hypha --mode b')).toEqual(['batch'])
      expect(complete(shell, 'benchpress preset nestjs --profile ')).toEqual(['load', 'smoke', 'soak', 'stress'])
    })

    test('completes the format of an output, and the file after its name', () => {
      const names = formats.map(({ name }) => `${name}=`)
      for (const line of ['benchpress run -o ', 'benchpress http://localhost:3000 -c 10 -o ', 'benchpress preset hypha --output '])
        expect(complete(shell, line)).toEqual(expect.arrayContaining(names))
      expect(complete(shell, 'benchpress run -o js')).toEqual(['json='])
      expect(complete(shell, 'benchpress run -o csv')).toEqual(['csv-series=', 'csv='])
      expect(complete(shell, 'benchpress report load.json -o k')).toEqual(['kept.json'])
      expect(complete(shell, 'benchpress compare a.json b.json -o js')).not.toContain('json=')
    })

    test('completes the shells of completion, and the commands of help', () => {
      expect(complete(shell, 'benchpress completion ')).toEqual(shells.toSorted())
      expect(complete(shell, 'benchpress help pres')).toEqual(['preset', 'presets'])
    })
  })
})

test.skipIf(!hasTool('bash'))('bash completes a part after the colon', () => {
  expect(complete('bash', 'benchpress preset nestjs:')).toEqual(nestjs.map((name) => name.replace('nestjs:', '')).toSorted())
})

test.skipIf(!hasTool('bash'))('bash completes the file after the name of a format whether or not both are one word to it', () => {
  expect(complete('bash', 'benchpress run -o junit=lo')).toEqual(['load.config.ts'])
  expect(complete('bash', 'benchpress run -o junit=lo', ' ":')).toEqual(['junit=load.config.ts'])
})

test.skipIf(!hasTool('fish'))('fish completes files where a flag or an argument is a file', () => {
  expect(complete('fish', 'benchpress run lo')).toEqual(['load.config.ts'])
  expect(complete('fish', 'benchpress run -o lo')).toEqual(['load.config.ts'])
  expect(complete('fish', 'benchpress run -o junit=lo')).toEqual(['junit=load.config.ts'])
})

test('an unknown shell is refused with the list of supported ones', async () => {
  const { code, stderr } = await call(['completion', 'tcsh'])
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
