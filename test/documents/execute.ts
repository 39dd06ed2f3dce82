import { execFile } from 'node:child_process'

/** The outcome of a program. */
export interface Ended {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, for at most two minutes, with the folder of our command in front of PATH. */
export function execute(program: string, args: readonly string[], cwd: string, commands: string): Promise<Ended> {
  const env = { ...environment(), PATH: `${commands}:${process.env['PATH'] ?? ''}` }
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error?.code
      resolve({ exitCode: error === null ? 0 : typeof code === 'number' ? code : 1, stdout, stderr })
    })
  })
}

// The program must not see the variables of the test runner.
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|NODE_OPTIONS|TEST|BENCHPRESS_)/.test(name)),
  )
}
