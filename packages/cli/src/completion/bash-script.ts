import { openFlags, spellingsWithValue, valuesOfFlags, type CompletedFlag, type CompletedWord, type Completions } from './completions.ts'

/** Writes the script by which bash 3.2 and later complete a command line. */
export function bashScript(completions: Completions): string {
  const { commands, flags, ofUrl, presets } = completions
  const cases = commands.map(({ word, flags: own, words }) => `    ${word}) flags='${spell(own)}' words='${list(words)}' ;;`)
  const ofPresets = [...presets].filter(([, own]) => own.length > 0).map(([name, own]) => `    preset:${name}) flags+=' ${spell(own)}' ;;`)
  return `# Completes benchpress in bash. In ~/.bashrc: source <(benchpress completion bash)
_benchpress() {
  local all=() line=\${COMP_LINE:0:COMP_POINT} command='' name='' skip='' flags='' words='' current word i IFS=$' \\t\\n'
  COMPREPLY=()
  read -ra all <<< "$line"
  [[ $line == *[[:space:]] ]] && all+=('')
  local last=$((\${#all[@]} - 1))
  current=\${all[last]}
  for ((i = 1; i < last; i++)); do
    word=\${all[i]}
    # Behind it comes the command of a target.
    [[ $word == -- ]] && return
    if [[ -n $skip ]]; then
      skip=''
      continue
    fi
    case $word in
    ${spellingsWithValue(completions).join(' | ')}) skip=$word ;;
    -*) ;;
    *) if [[ -z $command ]]; then command=$word; elif [[ -z $name ]]; then name=$word; fi ;;
    esac
  done
${completeValue(completions)}
  case $command in
    '') flags='${spell(flags)}' words='${list(commands)}' ;;
${cases.join('\n')}
    *) flags='${spell(ofUrl.flags)}' ;;
  esac
  case $command:\${name%%:*} in
${ofPresets.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -z $name ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    # Bash takes only what is behind the colon for the word.
    if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
      word=\${current%"\${current##*:}"}
      COMPREPLY=("\${COMPREPLY[@]#"$word"}")
    fi
  fi
}
# Where nothing is found, bash completes files.
complete -o bashdefault -o default -F _benchpress benchpress
`
}

function completeValue(completions: Completions): string {
  const ofFlags = [
    ...openFlags(completions).map((flag) => `      ${flag}) return ;;`),
    ...[...valuesOfFlags(completions)].map(([spelling, values]) => `      *:${spelling}) words='${values.join(' ')}' ;;`),
  ]
  return `  # The value of a flag: one of those that it can have, or what may be a file.
  if [[ -n $skip ]]; then
    case $command:$skip in
${ofFlags.join('\n')}
      *) return ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ $words == *=* ]] || return
    # Behind a name and =, or in their place, comes a file. Bash takes only what is behind the = for the word, and completes it.
    IFS=$'\\n'
    if [[ $current == *=* && $COMP_WORDBREAKS != *=* ]]; then
      COMPREPLY=($(compgen -P "\${current%%=*}=" -f -- "\${current#*=}"))
    elif [[ \${#COMPREPLY[@]} -gt 0 ]]; then
      COMPREPLY+=($(compgen -f -- "$current"))
      compopt -o nospace 2> /dev/null
    fi
    return
  fi`
}

function spell(flags: readonly CompletedFlag[]): string {
  return flags.flatMap(({ spellings }) => spellings).join(' ')
}

function list(words: readonly CompletedWord[]): string {
  return words.map(({ word }) => word).join(' ')
}
