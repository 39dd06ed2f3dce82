import { execFile } from 'node:child_process'

/** How a program ended. */
export interface Ended {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, which comes within two minutes, with the folder of our command in front of its PATH. */
export function execute(program: string, args: readonly string[], cwd: string, commands: string): Promise<Ended> {
  const env = { ...environment(), PATH: `${commands}:${process.env['PATH'] ?? ''}` }
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error?.code
      resolve({ exitCode: error === null ? 0 : typeof code === 'number' ? code : 1, stdout, stderr })
    })
  })
}

// What it starts should know nothing of the test runner around this.
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|NODE_OPTIONS|TEST|BENCHPRESS_)/.test(name)),
  )
}
