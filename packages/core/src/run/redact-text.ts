/** What stands in place of a secret. */
export const redacted = '[redacted]'

const secretWord =
  'authorization|cookie|token|secret|passw(?:or)?d|passphrase|requirepass|pgpass|api[-_]?key|access[-_]?key|private[-_]?key|credential|signature|session[-_]?id|jwt'
// Names are looked for at the start of a word and up to a length, so that a long text without spaces costs no more than its length.
const secretName = `[\\w.-]{0,64}(?:${secretWord})[\\w.-]{0,64}`
const quoted = `"[^"]*"|'[^']*'`

// What cannot be told from a flag is taken for a secret: better to hide too much.
const nextFlag = '--[a-z]|-[a-z](?:\\s|$)'

const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g
const userInfo = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]{1,512}@/gi
const assignment = new RegExp(`(?<![\\w.-])(${secretName}=)(?:${quoted}|["']?[^\\s&;"']+)`, 'gi')
const flag = new RegExp(`(?<![\\w.-])(--?${secretName}\\s{1,9})(?!${nextFlag})(?:${quoted}|["']?[^\\s"']+)`, 'gi')
const header = new RegExp(`(?<![\\w./@-])(${secretName}["']?\\s{0,9}:\\s{0,9})(?:${quoted}|["']?[^\\s"'][^\\r\\n"']*)`, 'gi')
const argument = new RegExp(`^(-{0,2}${secretName}(?:=|:\\s{0,9}))[^]+$`, 'i')
const flagAlone = new RegExp(`^(?:${nextFlag})`, 'i')
const name = new RegExp(secretWord, 'i')

/** Whether a header, key, parameter or variable of this name holds a secret. */
export function isSecretName(text: string): boolean {
  return name.test(text)
}

/**
 * Replaces what a text holds of secrets: private keys, user and password in URLs, query parameters and assignments such as
 * `--token=abc` or `API_KEY=abc`, and header lines, if their names say so.
 */
export function redactText(text: string): string {
  return text
    .replaceAll(privateKey, redacted)
    .replaceAll(userInfo, `$1${redacted}@`)
    .replaceAll(assignment, `$1${redacted}`)
    .replaceAll(flag, `$1${redacted}`)
    .replaceAll(header, `$1${redacted}`)
}

/** Replaces the secrets in one word of a command line, or one header line: there the value reaches to the end, whatever it holds. */
function redactArgument(text: string): string {
  return redactText(text.replace(argument, `$1${redacted}`))
}

/** Replaces the secrets in a command line, or in a header given as name and value: also those that stand in a word of their own. */
export function redactWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1]
    if (before === undefined || !isSecretName(before)) return redactArgument(word)
    const isValue = before.startsWith('-') ? !before.includes('=') && !flagAlone.test(word) : words.length === 2 && /^[\w-]+$/.test(before)
    return isValue ? redacted : redactArgument(word)
  })
}
