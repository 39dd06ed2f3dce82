import { execa } from 'execa'

/** Returns why a program cannot be run, or `undefined` when it can. */
export async function missingProgram(name: string, install: string): Promise<string | undefined> {
  const { code } = await execa(name, ['version'], { reject: false, timeout: 20_000 })
  return code === 'ENOENT' ? `${name} is not installed (${install})` : undefined
}
