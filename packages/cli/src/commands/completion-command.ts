import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command, Option } from 'commander'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { WordOption } from '../flags/add-flags.ts'

// Each asks the program what can stand next. Nothing on the line is evaluated; a word that ends with = or / is followed by no space.
const scripts = {
  bash: `_benchpress() {
  local line=\${COMP_LINE:0:COMP_POINT} words current IFS=$' \\t\\n'
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]} - 1]}
  IFS=$'\\n'
  COMPREPLY=($(benchpress completion bash -- "\${words[@]:1}" 2> /dev/null | cut -f 1))
  [[ \${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace 2> /dev/null
  # Bash takes only what comes after a colon or = for the word.
  [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${current%"\${current##*:}"}"}")
  [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${current%"\${current##*=}"}"}")
}
complete -o bashdefault -o default -F _benchpress benchpress
`,
  zsh: `#compdef benchpress
_benchpress() {
  local -a lines=("\${(@f)$(benchpress completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}") open=()
  open=(\${(M)lines:#*[=/]$'\\t'*})
  lines=(\${lines:#*[=/]$'\\t'*})
  compadd -S '' -- \${open%%$'\\t'*}
  compadd -l -d lines -- \${lines%%$'\\t'*}
}
compdef _benchpress benchpress
`,
  fish: `complete -c benchpress -f -a '(benchpress completion fish -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'
`,
}

/** Prints the script by which a shell completes command lines, or what can stand next on the command line after `--`. */
export async function completionCommand(shell: keyof typeof scripts, _options: CommandOptions, context: CommandContext): Promise<number> {
  const { io, targetCommand } = context
  const [current = '', ...before] = targetCommand.toReversed()
  if (targetCommand.length === 0) io.stdout.write(scripts[shell])
  // After -- comes the command of a target.
  else if (!before.includes('--'))
    for (const [word, meaning = ''] of await complete(before.toReversed(), current, context))
      if (word.startsWith(current)) io.stdout.write(`${word}\t${meaning.replaceAll(/\s+/g, ' ')}\n`)
  return exitCodes.ok
}

type Candidate = readonly [word: string, meaning?: string]

async function complete(before: readonly string[], current: string, context: CommandContext): Promise<readonly Candidate[]> {
  const { program, programOf, io } = context
  const named = (from: Command, name: string): Command[] => from.commands.filter((command) => command.name() === name)
  const words: string[] = []
  let commands = [program, ...named(program, 'run')]
  // The flag whose value comes next.
  let open: Option | undefined
  for (const word of before) {
    if (open !== undefined) open = undefined
    else if (word.startsWith('-')) open = commands.flatMap(({ options }) => options).find((option) => opensWith(option, word))
    else if (words.push(word) === 1) commands = [...named(program, word), ...named(program, 'run')].slice(0, 1)
    else if (words[0] === 'preset') commands = named(programOf(words[1]?.split(':')[0]), 'preset')
  }
  if (open === undefined && current.startsWith('-')) return commands.flatMap(flagsOf)
  const found = open === undefined ? wordsAfter(words, commands[0], context) : valuesOf(open)
  return found.some(([word]) => !word.endsWith('=')) ? found : [...found, ...(await findFiles(current, io.cwd))]
}

function opensWith({ short, long, required, optional }: Option, word: string): boolean {
  return [short, long].includes(word) && (required || optional)
}

function valuesOf(option: Option): readonly Candidate[] {
  return option instanceof WordOption ? option.words.map((word) => [word]) : []
}

function wordsAfter(
  [first, second]: readonly string[],
  command: Command | undefined,
  { program, known }: CommandContext,
): readonly Candidate[] {
  if (second !== undefined) return []
  if (first === 'preset')
    return [...known.presets.values()].flatMap(({ name, title, parts = {} }) => [
      [name, title],
      ...Object.entries(parts).map(([part, meaning]): Candidate => [`${name}:${part}`, meaning]),
    ])
  const parent = first === 'help' ? program : command
  const choices = parent?.registeredArguments[0]?.argChoices ?? []
  const commands = parent?.createHelp().visibleCommands(parent) ?? []
  return [...commands.map((one): Candidate => [one.name(), one.description()]), ...choices.map((word): Candidate => [word])]
}

// A file can stand after a word that ends with =.
async function findFiles(start: string, cwd: string): Promise<readonly Candidate[]> {
  const [, name = '', folder = ''] = /^([^=]*=)?(.*\/)?/.exec(start) ?? []
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true }).catch(() => [])
  return entries.map((entry) => [`${name}${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`])
}

function flagsOf(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleOptions(command)
  return visible.flatMap(({ short, long, description }) =>
    [short, long].flatMap((word): Candidate[] => (word ? [[word, description]] : [])),
  )
}
