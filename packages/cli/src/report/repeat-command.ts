import { hideSecrets, redactWords, withoutUserInfo } from '@benchpress/core/report'
import { flagVariables } from '../flags/check-environment.ts'

/**
 * Writes the command that makes the same run again, to be pasted into a shell: its words, and the variables that stand for flags.
 *
 * Secrets are hidden as in a config, and have to be put in again.
 *
 * @param args the arguments after the name of the program
 */
export function repeatCommand(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const variables = flagVariables.flatMap((name) => ((env[name] ?? '') === '' ? [] : [[name, env[name] ?? ''] as const]))
  // Secrets are hidden before words are quoted, since quotes can change how a secret is written.
  const shown = (words: readonly string[]): readonly string[] => hideSecrets(withoutUsers(redactWords(words)))
  const assignments = variables.map(([name, value]) => `${name}=${shown([value]).map(quote).join('')}`)
  return [...assignments, 'npx benchpress', ...shown(apart(args)).map(quote)].join(' ')
}

// Other switches may stand before the flag in one word: `-kH`.
const headerFlag = /^(?:-([Ijklq]*)H|(--headers?)=)([^]*)$/
const headerAssignment = /^([\w-]+)=([^]*)$/

// A header is known by the flag before it, and hidden by its name.
function apart(args: readonly string[]): readonly string[] {
  const words = args.flatMap((word) => {
    if (word === '--headers') return ['--header']
    const [, switches = '', long, value] = headerFlag.exec(word) ?? []
    if (value === undefined) return [word]
    if (long !== undefined) return ['--header', value]
    return [...(switches === '' ? [] : [`-${switches}`]), '-H', ...(value === '' ? [] : [value])]
  })
  return words.map((word, index) => (['-H', '--header'].includes(words[index - 1] ?? '') ? word.replace(headerAssignment, '$1: $2') : word))
}

// In the values of these flags a `:` before an `@` is no sign of a password. Any other word can be a URL without its scheme.
const textFlag = /^(?:-[Ijklq]*[bEFT]|-H|--(?:body|ciphers|expect-body|expectBody|form|header|threshold|title))$/
const valueOfFlag = /^(-[Ijklq]*[bEFT]|--[\w-]+=)([^]*)$/

function withoutUsers(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return words.map((word, index) => {
    const isOwn = end === -1 || index < end
    if (isOwn && textFlag.test(words[index - 1] ?? '')) return word
    const [, flag = '', value = word] = valueOfFlag.exec(word) ?? []
    return isOwn && textFlag.test(flag.replace('=', '')) ? word : `${flag}${withoutUserInfo(value)}`
  })
}

/** Quotes a word that a shell would read as anything else than one word. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
