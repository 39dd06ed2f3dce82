import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { denoBinary } from './deno-binary.ts'

/** What a server runs on. */
export type Runtime = 'node' | 'deno'

/** The variables that a server reads. */
const variables = ['HOST', 'PORT', 'SERVER_ID', 'BREAK', 'SCRIPT']

/**
 * The command of one server, with no more rights on Deno than to listen and to read its settings.
 *
 * @throws Error that says what to install, when there is no Deno
 */
export function serverCommand(runtime: Runtime): readonly string[] {
  const program = programFile('server')
  if (runtime === 'node') return [process.execPath, program]
  // Nothing is looked for on the network, nor in the packages around it.
  const alone = ['--quiet', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--no-prompt']
  return [denoBinary(), 'run', ...alone, '--allow-net', `--allow-env=${variables.join(',')}`, program]
}

/** The file of a program beside this one: TypeScript in a clone, JavaScript when published. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url))
}
