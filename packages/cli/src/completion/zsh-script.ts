import { openFlags, spellingsWithValue, takesFiles, valuesOfFlags } from './completions.ts'
import type { CompletedFlag, CompletedWord, Completions } from './completions.ts'

/** Writes the script by which zsh completes a command line, with what each word means. */
export function zshScript(completions: Completions): string {
  const { commands, flags, ofUrl, presets } = completions
  const cases = commands.map(({ word, flags: own, words }) => `    (${word}) flags=(${spell(own)}) found=(${list(words)}) ;;`)
  const ofPresets = [...presets].filter(([, own]) => own.length > 0).map(([name, own]) => `    (preset:${name}) flags+=(${spell(own)}) ;;`)
  return `#compdef benchpress
# Completes benchpress in zsh. In ~/.zshrc, after compinit: source <(benchpress completion zsh)
_benchpress() {
  local -a found flags
  local command='' name='' skip='' word
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    # Behind it comes the command of a target.
    if [[ $word == -- ]]; then
      ((CURRENT -= i))
      shift $i words
      _normal
      return
    fi
    if [[ -n $skip ]]; then
      skip=''
      continue
    fi
    case $word in
      (${spellingsWithValue(completions).join('|')}) skip=$word ;;
      (-*) ;;
      (*) if [[ -z $command ]]; then command=$word; elif [[ -z $name ]]; then name=$word; fi ;;
    esac
  done
  # The value of a flag: one of those that it can have, or what may be a file.
  if [[ -n $skip ]]; then
    case $command:$skip in
${completeValues(completions)}
      (*) _files ;;
    esac
    return
  fi
  case $command in
    ('') flags=(${spell(flags)}) found=(${list(commands)}) ;;
${cases.join('\n')}
    (*) flags=(${spell(ofUrl.flags)}) ;;
  esac
  case $command:\${name%%:*} in
${ofPresets.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o flag flags
  elif [[ -z $name && \${#found} -gt 0 ]]; then
    _describe word found || _files
  else
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _benchpress "$@"
else
  compdef _benchpress benchpress
fi
`
}

function completeValues(completions: Completions): string {
  return [
    ...openFlags(completions).map((flag) => `      (${flag}) _files ;;`),
    ...[...valuesOfFlags(completions)].map(([spelling, values]) => `      (*:${spelling}) ${addValues(values)} ;;`),
  ].join('\n')
}

// A name goes before a file, which can also stand alone.
function addValues(values: readonly string[]): string {
  if (!takesFiles(values)) return `compadd -- ${values.join(' ')}`
  return `compset -P '(${values.join('|')})' || compadd -S '' -- ${values.join(' ')}; _files`
}

function spell(flags: readonly CompletedFlag[]): string {
  return list(flags.flatMap(({ spellings, description }) => spellings.map((word) => ({ word, description }))))
}

// A colon ends the word, and what comes after it is its meaning.
function list(words: readonly CompletedWord[]): string {
  return words.map(({ word, description }) => quote(`${word.replaceAll(':', '\\:')}:${description.replaceAll('\n', ' ')}`)).join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
