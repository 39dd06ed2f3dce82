import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { presets } from '@benchpress/presets'
import { createProgram } from '../src/create-program.ts'
import { flagsOfSettings } from '../src/flags/config-flags.ts'
import type { Flag } from '../src/flags/flag.ts'
import { exitCodes } from '../src/command-io.ts'
import { captureIo } from './captured-io.ts'

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
const program = createProgram(captureIo().io, { presets: { presets } })

test('docs/cli.md names every command and every preset', () => {
  for (const command of program.commands) expect(page).toContain(`benchpress ${command.name()}`)
  for (const name of presets.keys()) expect(page).toContain(`benchpress preset ${name}`)
})

test('docs/cli.md names every flag of every command, with both its spellings', () => {
  const options = [program, ...program.commands].flatMap((command) => command.options)
  const names = new Set(options.flatMap(({ short, long }) => [short, long]).filter((name) => name !== undefined))
  const documented = new Set([...page.matchAll(/`(--?[\w-]+)/g)].map(([, name]) => name))
  expect([...names].filter((name) => !documented.has(name))).toEqual([])
})

test('docs/cli.md names no flag that there is not', () => {
  const known = new Set([program, ...program.commands].flatMap((command) => command.options).flatMap(({ short, long }) => [short, long]))
  const named = [...page.matchAll(/`(--?[a-zA-Z][\w-]*)/g)].map(([, name]) => name)
  expect(named.filter((name) => !known.has(name) && name !== '-h' && name !== '--help')).toEqual([])
})

test('docs/cli.md names every environment variable', () => {
  const variables = Object.values<Flag<unknown>>(flagsOfSettings)
    .map(({ env }) => env)
    .filter((name) => name !== undefined)
  expect(variables.length).toBeGreaterThan(10)
  for (const variable of variables) expect(page).toContain(`\`${variable}\``)
})

test('docs/cli.md names every exit code', () => {
  const { interrupted, ...others } = exitCodes
  const [, table = ''] = page.split('## Exit codes')
  for (const code of [...Object.values(interrupted), ...Object.values(others)])
    expect(table).toMatch(new RegExp(`^\\|.*\\b${code}\\b.*\\|`, 'm'))
})
