import { isSecretName, nextFlag, redacted, redactText, secretName } from './redact-text.ts'

const harmlessNames = new Set([
  'accept',
  'cache-control',
  'connection',
  'date',
  'dnt',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'max-forwards',
  'origin',
  'pragma',
  'priority',
  'range',
  'referer',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'via',
  'x-correlation-id',
  'x-request-id',
  'x-requested-with',
])
const harmlessPrefix = /^(?:accept|access-control|content|if|sec-(?:ch|fetch)|x-forwarded)-/

/**
 * The value of a header as a result may show it.
 *
 * Headers carry credentials under names that nobody can list (`x-acme-key`), so that only the values of names known to be harmless are
 * shown; of those too, what looks like a secret is replaced.
 */
export function redactHeader(name: string, value: string): string {
  const known = name.trim().toLowerCase()
  const isHarmless = (harmlessNames.has(known) || harmlessPrefix.test(known)) && !isSecretName(known)
  return isHarmless ? redactText(value) : redacted
}

/** A header line, such as `accept: text/html`, as a result may show it; a text that is none has its secrets replaced. */
export function redactHeaderLine(line: string): string {
  const [, name, separator, value] = /^([\w!#$%&'*+.^`|~-]+)(:\s*)([^]*)$/.exec(line) ?? []
  return name === undefined || separator === undefined || value === undefined
    ? redactText(line)
    : `${name}${separator}${redactHeader(name, value)}`
}

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
