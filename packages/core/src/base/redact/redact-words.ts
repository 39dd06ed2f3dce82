import { redactHeaderLine } from './redact-header.ts'
import { isSecretName, nextFlag, redacted, redactText, secretName } from './redact-text.ts'

const argument = new RegExp(`^(-{0,2}${secretName}(?:=|:\\s{0,9}))[^]+$`, 'i')
const flagAlone = new RegExp(`^(?:${nextFlag})`, 'i')
const userFlag = /^(?:-u|--(?:proxy-)?user)$/i
const headerFlag = /^(?:-H|--header)$/

/** Replaces the secrets in a command line, or in a header given as name and value: also those that stand in a word of their own. */
export function redactWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1]
    if (before === undefined) return redactArgument(word)
    if (headerFlag.test(before)) return redactHeaderLine(word)
    if (userFlag.test(before) && word.includes(':')) return redacted
    return isSecretName(before) && isValueOf(before, word, words.length) ? redacted : redactArgument(word)
  })
}

function isValueOf(name: string, word: string, count: number): boolean {
  if (name.startsWith('-')) return !name.includes('=') && !flagAlone.test(word)
  return count === 2 && /^[\w-]+$/.test(name)
}

/** Replaces the secrets in one word of a command line, or one header line: there the value reaches to the end, whatever it holds. */
function redactArgument(text: string): string {
  return redactText(text.replace(argument, `$1${redacted}`))
}
