import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { usageError } from '@benchpress/core/preset'
import { printable } from '@benchpress/report/texts'
import { addCommand } from './add-command.ts'
import type { CommandContext, CommandIo } from './command-io.ts'
import { commandsOf } from './commands.ts'
import type { KnownPresets } from './presets/known-presets.ts'

/** How one command line is read. */
export interface ProgramOptions {
  /** The arguments after the name of the program, which a result keeps to show how it was made. */
  readonly args?: readonly string[]
  /** The command after `--`; empty without one. */
  readonly targetCommand?: readonly string[]
  /** Whether `run` may be left out. Default true. */
  readonly isRunDefault?: boolean
  /** The presets that the command line may name. Default: none. */
  readonly presets?: KnownPresets
  /** Called with the exit code of the command that ran. */
  readonly finish?: (code: number) => void
  /** Called with what is to be called when everything was printed. */
  readonly onEnd?: (end: () => void) => void
  /** Called with the lines of a message about a wrong command line. */
  readonly onWrong?: (lines: readonly string[]) => void
}

/** Makes the program with all its commands; it throws commander's errors rather than ending the process. */
export function createProgram(io: CommandIo, options: ProgramOptions = {}): Command {
  const { args = [], targetCommand = [], isRunDefault = true, presets = { presets: new Map() } } = options
  const { finish = () => undefined, onEnd = () => undefined, onWrong = () => undefined } = options
  const program = new Command('benchpress')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  // Commander takes `-vus 10` for `-v` with other flags joined to it.
  program.on('option:version', () => {
    const joined = args.find((arg) => /^-v./.test(arg))
    if (joined !== undefined && !args.some((arg) => ['-v', '--version'].includes(arg)))
      throw usageError(`${/^-\w+/.exec(joined)?.[0]}: -v takes no value`, hintOfVersion)
  })
  program
    .description('Load tests that can be believed.')
    .usage('URL [options] | COMMAND')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text) => onWrong(showUsage(text)),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', examples)
  const programOf: CommandContext['programOf'] = (named) =>
    createProgram(io, { presets: named === undefined ? { presets: new Map() } : { ...presets, named } })
  const context = { io, args, targetCommand, known: presets, program, programOf, finish, onEnd }
  for (const definition of commandsOf(presets, isRunDefault)) addCommand(program, definition, context)
  return program
}

// The value of an unknown flag can be a secret, and so can an argument too many.
function showUsage(text: string): readonly string[] {
  const named = text
    .replace(/^error: /, 'benchpress: ')
    .replace(/(unknown option '(?:--[\w-]+|-\w))[^]*?'(?=\n|$)/, "$1'")
    .replace(/(too many arguments[^:]*):[^]*/, '$1.\n')
  return named.trimEnd().split('\n').map(printable)
}

const hintOfVersion = 'Flags of several letters have two dashes. Virtual users are --users.'

const examples = `
Examples:
  benchpress http://localhost:3000 -c 100 -d 10
  benchpress http://localhost:3000 -r 500/s -d 1m
  benchpress http://localhost:3000 -n 10k -o result.json -o result.md
  benchpress init && benchpress plan && benchpress run
  benchpress preset deserve
  benchpress preset deserve -- deno run -A main.ts

"benchpress run --help" lists all flags.
`
