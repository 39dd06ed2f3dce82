import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { denoBinary } from './deno-binary.ts'

/** The runtime of a server. */
export type Runtime = 'node' | 'deno'

/** The variables that a server reads. */
const variables = ['HOST', 'PORT', 'SERVER_ID', 'BREAK', 'SCRIPT']

/**
 * The command of one server, on Deno only with the rights to listen and to read its settings.
 *
 * @throws Error with what to install, when Deno is not installed
 */
export function serverCommand(runtime: Runtime): readonly string[] {
  const program = programFile('server')
  if (runtime === 'node') return [process.execPath, program]
  // Deno neither downloads packages nor reads those around the program.
  const alone = ['--quiet', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--no-prompt']
  return [denoBinary(), 'run', ...alone, '--allow-net', `--allow-env=${variables.join(',')}`, program]
}

/** Path of a program beside this file: TypeScript in a clone, JavaScript when published. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url))
}
