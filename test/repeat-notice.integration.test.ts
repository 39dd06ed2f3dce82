import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'failing')

test('the printed command repeats a failed test, alone and with the same case', async () => {
  const { stdout } = await failing('vitest run', { TESTS_FUZZ_SEED: '7' })
  const lines = stdout.slice(stdout.indexOf('To repeat what failed:')).trimEnd().split('\n').slice(1)
  expect(lines).toEqual([
    String.raw`  TESTS_FUZZ_SEED=7 vitest run -- failing.test.ts -t '^what isn'\''t \(so\) > fails: 2 \+ 2 = 1\?$'`,
    String.raw`  TESTS_FUZZ_SEED=7 vitest run -- failing.test.ts -t '^what isn'\''t \(so\) > a property of numbers$'`,
    expect.stringMatching(/^ {4}only the smallest case of its property: TESTS_FUZZ_PATH=[\d:]+ in front of that$/),
  ])
  const [path] = /TESTS_FUZZ_PATH=\S+/.exec(stdout) ?? []
  // npm removes the two dashes.
  const again = await failing(`${path} ${lines[1]?.replace(' -- ', ' ')}`)
  expect(again.stderr).toContain('Counterexample: [1000]\nShrunk 0 time(s)')
  expect(again.stdout).toMatch(/Tests {2}1 failed \| 2 skipped/)
})

/** Returns the output of a command that has to fail. */
async function failing(
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const options = { shell: true, cwd: folder, env: { ...env, NO_COLOR: '1', CI: '1' }, preferLocal: true, reject: false } as const
  const { stdout, stderr, exitCode } = await execa(command, options)
  expect(exitCode).toBe(1)
  return { stdout, stderr }
}
