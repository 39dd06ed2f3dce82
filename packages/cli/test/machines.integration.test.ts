import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call } from './captured-io.ts'

test('makes a key that only its owner can read, prints the public half alone, and never overwrites one', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'benchpress-key-'))
  onTestFinished(async () => await rm(cwd, { recursive: true }))
  expect(await call(['machines', 'key', 'starter.pem'], { cwd })).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^ed25519:[\w-]{43}\n$/) as string,
    stderr: '',
  })
  const file = join(cwd, 'starter.pem')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const key = await readFile(file, 'utf8')
  expect(key).toContain('PRIVATE KEY')
  const again = await call(['machines', 'key', 'starter.pem'], { cwd })
  expect(again).toMatchObject({ code: 2, stdout: '' })
  expect(again.stderr).toContain(`the key cannot be written to ${file}: the file exists`)
  expect(await readFile(file, 'utf8')).toBe(key)
})

test('benchpress machines without a subcommand lists the subcommands', async () => {
  const { code, stderr } = await call(['machines'])
  expect(code).toBe(2)
  expect(stderr).toContain('key <file>')
})
