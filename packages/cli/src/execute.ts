import { CommanderError, type Command } from 'commander'
import { usageError } from '@benchpress/core/preset'
import { exitCodes, InterruptedError, type CommandIo } from './command-io.ts'
import { guardOutputs } from './guard-output.ts'
import { createProgram } from './create-program.ts'
import { findKnownPresets, type KnownPresets } from './presets/known-presets.ts'

/**
 * Reads a command line, runs the command and resolves with the exit code; errors are printed, never thrown.
 *
 * @param args the arguments after the name of the program
 */
export async function execute(args: readonly string[], given: CommandIo): Promise<number> {
  const io = guardOutputs(given)
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const targetCommand = end === -1 ? [] : args.slice(end + 1)
  const [first] = own
  let exitCode: number = exitCodes.ok
  let known: KnownPresets = { presets: new Map() }
  let wrong: readonly string[] = []
  const ends: (() => void)[] = []
  try {
    known = await findKnownPresets(own, io.cwd, io.signal)
    const program = createProgram(io, {
      args,
      targetCommand,
      isRunDefault: !isWord(first),
      presets: known,
      finish: (code) => {
        exitCode = code
      },
      onEnd: (onEnd) => void ends.push(onEnd),
      onWrong: (lines) => {
        wrong = lines
      },
    })
    if (end !== -1 && targetCommand.length === 0) throw usageError('there is no command after --')
    refuseUnknownHelp(own, program)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(own, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return await reportError(error, io)
    const hint = hintFor(error.code, own, known)
    if (wrong.length > 0) {
      const { printLines } = await import('./print-lines.ts')
      printLines(io.stderr, [...wrong, ...(hint === undefined ? [] : [`  ${hint}`])])
    }
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  } finally {
    for (const each of ends) each()
  }
}

// Adds to commander's messages, which are too short to say what to do.
function hintFor(code: string, own: readonly string[], { named }: KnownPresets): string | undefined {
  const [first] = own
  if (code === 'commander.unknownCommand') return `To test a host of that name, write http://${first}.`
  if (code === 'commander.unknownOption' && first === 'preset' && named === undefined) return hintOfPreset
  if (code === 'commander.excessArguments') return hintForMany(own)
  return code === 'commander.missingArgument' ? missing[first ?? ''] : undefined
}

function hintForMany(own: readonly string[]): string | undefined {
  const [first] = own
  if (first === 'init') return 'It writes into one folder; one with spaces in its name stands in quotes.'
  if (isWord(first) && first !== 'run' && first !== 'plan') return undefined
  return own.includes('-u') ? hintOfUpdate : hintOfRun
}

const hintOfResults = 'Name a file that -o FILE.json wrote, or a folder of -o DIR/.'
// What to give as the first argument of a command.
const missing: Readonly<Record<string, string>> = {
  preset: 'benchpress presets lists them.',
  completion: 'Give bash, zsh or fish.',
  ...Object.fromEntries(['report', 'compare', 'history'].map((name) => [name, hintOfResults])),
}

const hintOfPreset = 'A preset is named before its own flags, which are known only then: benchpress preset NAME --its-flag.'
const hintOfUpdate = '-u takes no value: it makes the result the baseline. Users are --users.'
const hintOfRun = 'Put a value with spaces in quotes; several servers are one argument, with commas.'

// As the default command, `run` would take a misspelt command for a host.
function isWord(first: string | undefined): boolean {
  return first !== undefined && /^[a-z][a-z-]*$/i.test(first) && first !== 'localhost'
}

// For an unknown name commander would print its own help, as if that had been asked for.
function refuseUnknownHelp([first, name]: readonly string[], program: Command): void {
  const names = program.commands.map((command) => command.name())
  if (first !== 'help' || name === undefined || name.startsWith('-') || [...names, 'help'].includes(name)) return
  throw usageError(`there is no command ${name} to be explained`, `There are: ${names.join(', ')}.`)
}

async function reportError(error: unknown, { stderr, env, signal }: CommandIo): Promise<number> {
  if (signal.reason instanceof InterruptedError && error === signal.reason) return exitCodes.interrupted[signal.reason.by]
  const { describeError } = await import('./describe-error.ts')
  const { debugVariable, isSwitchedOn } = await import('./flags/check-environment.ts')
  const { lines, exitCode } = describeError(error, isSwitchedOn(env[debugVariable]))
  const { printLines } = await import('./print-lines.ts')
  printLines(stderr, lines)
  return signal.reason instanceof InterruptedError ? exitCodes.interrupted[signal.reason.by] : exitCode
}
