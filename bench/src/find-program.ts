import { execa } from 'execa'

/** Returns why a program cannot be started, or `undefined` when it can. */
export async function missingProgram(name: string, install: string, flag = 'version'): Promise<string | undefined> {
  const { code, shortMessage } = await execa(name, [flag], { reject: false, timeout: 20_000 })
  return code === undefined ? undefined : `it cannot be started (${install}): ${shortMessage}`
}
