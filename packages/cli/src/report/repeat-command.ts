import type { SuiteConfig } from '@benchpress/core'
import { hideSecretsOf, redactWords, withoutUserInfo } from '@benchpress/core/report'
import { flagVariables } from '../flags/check-environment.ts'

/**
 * Writes the command that makes the same run again, as it can be pasted into a shell: its words, and the variables that stand for flags.
 *
 * Secrets are hidden as in a config: who repeats it puts them in again.
 *
 * @param args what comes after the name of the program
 * @param suite whose `secrets` are hidden too
 */
export function repeatCommand(args: readonly string[], env: Readonly<Record<string, string | undefined>>, suite: SuiteConfig): string {
  const variables = flagVariables.flatMap((name) => ((env[name] ?? '') === '' ? [] : [[name, env[name] ?? ''] as const]))
  // Before they are put in quotes, in which a secret may read otherwise.
  const shown = (words: readonly string[]): readonly string[] => hideSecretsOf(suite, withoutUsers(redactWords(words)))
  const assignments = variables.map(([name, value]) => `${name}=${shown([value]).map(quote).join('')}`)
  return [...assignments, 'npx benchpress', ...shown(apart(args)).map(quote)].join(' ')
}

const headerFlag = /^(?:(-H)|(--headers?)=)([^]+)$/
const headerAssignment = /^([\w-]+)=([^]*)$/

// A header is known by the flag before it, and hidden by its name.
function apart(args: readonly string[]): readonly string[] {
  const words = args.flatMap((word) => {
    if (word === '--headers') return ['--header']
    const [, short, long, value] = headerFlag.exec(word) ?? []
    return value === undefined ? [word] : [long === undefined ? (short ?? '') : '--header', value]
  })
  return words.map((word, index) => (isHeaderFlag(words[index - 1]) ? word.replace(headerAssignment, '$1: $2') : word))
}

function isHeaderFlag(word: string | undefined): boolean {
  return word === '-H' || word === '--header'
}

// What follows no flag can be a URL without its scheme.
function withoutUsers(words: readonly string[]): readonly string[] {
  return words.map((word, index) => (word.startsWith('-') || words[index - 1]?.startsWith('-') === true ? word : withoutUserInfo(word)))
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
