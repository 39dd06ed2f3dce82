import { spellingsWithValue, takesFiles, type CompletedFlag, type CompletedWord, type Completions } from './completions.ts'

/** Writes the script by which fish completes a command line, with what each word means. */
export function fishScript(completions: Completions): string {
  const { commands, flags, ofUrl, presets } = completions
  const known = commands.map(({ word }) => word)
  const lines = [
    ...list('__benchpress_at 0', commands),
    ...spell('__benchpress_at 0', flags),
    ...commands.flatMap(({ word, flags: own, words }) => [
      ...list(`__benchpress_at 1 ${word}`, words),
      ...spell(`__benchpress_has ${word}`, own),
    ]),
    ...spell(`not __benchpress_at 0; and not __benchpress_has ${known.join(' ')}`, ofUrl.flags),
    ...[...presets].flatMap(([name, own]) => spell(`__benchpress_preset ${name}`, own)),
  ]
  return `# Completes benchpress in fish. In ~/.config/fish/config.fish: benchpress completion fish | source
# The command and its arguments, without the flags and their values.
function __benchpress_words
  set -l skip 0
  for word in (commandline -opc)[2..]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $word
      case ${spellingsWithValue(completions).map(quote).join(' ')}
        set skip 1
      case '-*'
      case '*'
        echo $word
    end
  end
end
# Whether there is a number of words, the first of which is given.
function __benchpress_at
  set -l words (__benchpress_words)
  test (count $words) -eq $argv[1]; and begin
    test $argv[1] -eq 0; or contains -- $words[1] $argv[2..]
  end
end
# Whether the first word is one of those that are given.
function __benchpress_has
  set -l words (__benchpress_words)
  test (count $words) -gt 0; and contains -- $words[1] $argv
end
# Whether a preset is named, or a part of it.
function __benchpress_preset
  set -l words (__benchpress_words)
  test (count $words) -gt 1; and test $words[1] = preset; and string match -q -r -- "^$argv[1](:|\\$)" $words[2]
end
${lines.join('\n')}
`
}

function list(condition: string, words: readonly CompletedWord[]): readonly string[] {
  return words.map(({ word, description }) => `complete -c benchpress -n ${quote(condition)} -f -a ${quote(word)} -d ${quote(description)}`)
}

function spell(condition: string, flags: readonly CompletedFlag[]): readonly string[] {
  return flags.map(({ spellings, description, hasValue, values }) => {
    const names = spellings.map((spelling) => (spelling.startsWith('--') ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`))
    return `complete -c benchpress -n ${quote(condition)} ${names.join(' ')}${valueOf(hasValue, values)} -d ${quote(description)}`
  })
}

function valueOf(hasValue: boolean, values: readonly string[]): string {
  if (values.length > 0) return ` ${takesFiles(values) ? '-r' : '-x'} -a ${quote(values.join(' '))}`
  return hasValue ? ' -r' : ''
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`).replaceAll('\n', ' ')}'`
}
