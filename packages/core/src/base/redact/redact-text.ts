import { hideSecrets, redacted } from './secrets.ts'
import { replaceTokens } from './token-shapes.ts'

const secretWord =
  'authorization|cookie|token|secret|passw(?:or)?d|passphrase|requirepass|pgpass|api[-_]?key|access[-_]?key|private[-_]?key|basic[-_]?auth|auth[-_]?key|credential|signature|session[-_]?id|jwt' +
  // These words are too short to be looked for inside of other words, such as `author`.
  '|(?<![a-z])o?auth(?![a-z])|(?<![a-z])pwd(?![a-z])|(?<=[-_])pass(?![a-z])'
/**
 * A name that suggests a secret, as the source of a pattern.
 *
 * Names are looked for at the start of a word and up to a length, so that a long text without spaces costs no more than its length.
 */
const secretName: string = `[\\w.-]{0,64}(?:${secretWord})[\\w.-]{0,64}`
// These names often have secrets in a query; elsewhere they can mean anything.
const secretParameter = 'auth|key|sig|code|pass|pwd|pin|otp|hmac|sid'
const quoted = String.raw`"(?:[^"\\]|\\[^])*"|'[^']*'`
// A quoted value inside of a quoted text, such as JSON in a JSON string. Its quotes have the same number of backslashes at the end as at the start.
const quotedAgain = String.raw`(?<depth>\\{1,7})"(?:[^"\\]|(?!\k<depth>")\\+(?!\\)"?)*(?:\k<depth>")?`
// Up to the end if the text was cut within it.
const quotedOrCut = String.raw`"(?:[^"\\]|\\[^])*(?:"|$)|'[^']*'`
const listOrObject = String.raw`[\[{](?:[^[\]{}]|[\[{][^[\]{}]*[\]}])*[\]}]?[^\r\n"',}\]]*`

/**
 * The text after a flag without a value, as the source of a pattern. Anything that may not be a flag is taken for a secret, because it is better to
 * hide too much.
 */
const nextFlag = '--[a-z]|-[a-z](?:\\s|$)'

const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g
const userInfo = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]{1,512}@/gi
const assignment = new RegExp(`(?<![\\w.-])(${secretName}(?:=(?!>)|%(?:25)*3D))(?:${quoted}|["']?(?:(?!%(?:25)*26)[^\\s&;"'])+)`, 'gi')
const parameter = new RegExp(`((?:^|[?&;])(?:${secretParameter})=)[^\\s&;"'#]+`, 'gi')
const flag = new RegExp(`(?<![\\w.-])(--?${secretName}\\s{1,9})(?!${nextFlag})(?:${quoted}|["']?[^\\s"']+)`, 'gi')
const userFlag = /(?<![\w.-])((?:-u|--(?:proxy-)?user)[\s=]{0,9}["']?)[^\s:"'-][^\s:"']{0,256}:[^\s"']+/gi
const anyValue = `(?:${quotedOrCut}|${quotedAgain}|${listOrObject}|["']?[^\\s"'][^\\r\\n"']*)`
const field = new RegExp(`(?<![\\w./@-])(${secretName}\\\\{0,7}["']\\s{0,9}:\\s{0,9})${anyValue}`, 'gi')
const headerLine = new RegExp(`(?<![\\w./@-])(${secretName}\\s{0,9}:\\s{0,9})${anyValue}`, 'gi')
// As in PHP and Ruby.
const arrow = new RegExp(`(?<![\\w.-])(${secretName}["']?\\s{0,9}=>\\s{0,9})(?:${quotedOrCut}|[^\\s"',;)\\]}]+)`, 'gi')
// A field of JSON in a URL or in HTML, up to the next quote.
const mark = `(?:%(?:25)*2[27]|&(?:amp;)*(?:quot|apos|#0*3[49]|#x2[27]);)`
const encodedField = new RegExp(
  `(?<![\\w.-])(${secretName}${mark}(?:\\s|\\+|%20){0,9}(?::|%(?:25)*3A)(?:\\s|\\+|%20){0,9}${mark}?)(?:(?!${mark})[^\\s"'<>])+`,
  'gi',
)
const element = new RegExp(`(<(?:\\w{1,32}:)?${secretName}(?:\\s[^<>]{0,200})?>)[^<]+`, 'gi')
const input = new RegExp(`(\\bname=["']?${secretName}["']?\\s[^<>]{0,200}?\\b(?:value|content)=)(?:${quoted}|[^\\s"'>]+)`, 'gi')
const inputBefore = new RegExp(`(\\b(?:value|content)=)(?:${quoted})(?=\\s[^<>]{0,200}?\\bname=["']?${secretName})`, 'gi')
// A text that begins like credentials counts as credentials; within a text, only if it looks like more than a word.
const credentials = /^(\s{0,9}(?:Bearer|Basic)\s{1,9})\S[^]*$/i
const innerCredentials = /\b((?:Bearer|Basic)\s{1,9})(?=[a-z.-]{0,64}[\d=+/_~])[\w.~+/=-]{6,}/gi
const anySecretWord = new RegExp(secretWord, 'i')

/** Whether the name of a header, key, parameter or variable suggests a secret. */
export function isSecretName(text: string): boolean {
  return anySecretWord.test(text)
}

/**
 * Replaces the secrets in a text: those that this thread keeps; tokens that are known by their shape, such as JSON Web Tokens; private keys, `Bearer` and
 * `Basic` credentials; and the values of query parameters, assignments and flags such as `--token=abc`, `API_KEY=abc` or `-u ann:abc`, and of header lines,
 * fields of JSON, elements and inputs, if their names suggest a secret.
 *
 * User and password are left out of a URL, which stays valid.
 */
export function redactText(text: string): string {
  return redactMessage(text).replaceAll(flag, `$1${redacted}`).replaceAll(headerLine, `$1${redacted}`)
}

/**
 * Replaces secrets as {@link redactText} does in a sentence of ours, which names headers and variables: what follows a name and a colon or a space is no secret
 * there, since quoted texts were redacted before.
 */
export function redactMessage(message: string): string {
  return replaceTokens(hideSecrets(message).replaceAll(privateKey, redacted), redacted)
    .replaceAll(userInfo, '$1')
    .replace(credentials, `$1${redacted}`)
    .replaceAll(assignment, `$1${redacted}`)
    .replaceAll(parameter, `$1${redacted}`)
    .replaceAll(userFlag, `$1${redacted}`)
    .replaceAll(field, `$1${redacted}`)
    .replaceAll(arrow, `$1${redacted}`)
    .replaceAll(encodedField, `$1${redacted}`)
    .replaceAll(innerCredentials, `$1${redacted}`)
    .replaceAll(element, `$1${redacted}`)
    .replaceAll(input, `$1${redacted}`)
    .replaceAll(inputBefore, `$1${redacted}`)
}

const withScheme = /^[a-z][a-z\d+.-]*:\/\//i
// Up to the last `@` before the path. A text without a scheme is a path unless a `:` or `//` suggests a password: `node_modules/@acme/x.ts` has none.
const userBeforePath = /^(\/\/(?=[^/?#]*@)|(?![a-z]:[\\/])[^/?#:]*:)[^/?#]*@/i
// A password may contain a `/`; in `localhost:3000/@me`, the path begins after the `:` and digits.
const userWithSlash = /^(?:\/\/)?(?![a-z]:[\\/])[^/?#:[]*:(?!\d+[/?#])\S*@/i

/**
 * Leaves user and password out of a URL, with or without a scheme; from a text that is neither a URL nor a path, everything that could be user and
 * password. Pure.
 */
export function withoutUserInfo(url: string): string {
  if (withScheme.test(url)) return url.replace(URL.canParse(url) ? /^([^/]*\/\/)[^/?#]*@/ : /^([^/]*\/\/).*@/s, '$1')
  return url.replace(userBeforePath.test(url) ? userBeforePath : userWithSlash, '')
}

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
 * Redacts the value of a header, as results may show it.
 *
 * Headers carry credentials under names that nobody can list (`x-acme-key`), so only the values of names known to be harmless are shown, and anything
 * in them that looks like a secret is replaced.
 */
export function redactHeader(name: string, value: string): string {
  const known = name.trim().toLowerCase()
  const isHarmless = (harmlessNames.has(known) || harmlessPrefix.test(known)) && !isSecretName(known)
  return isHarmless ? redactText(value) : redacted
}

/** Redacts a header line, such as `accept: text/html`, as results may show it; in any other text secrets are replaced. */
export function redactHeaderLine(line: string): string {
  const [, name, separator, value] = /^([\w!#$%&'*+.^`|~-]+)(:\s*)([^]*)$/.exec(line) ?? []
  return name === undefined || separator === undefined || value === undefined
    ? redactText(line)
    : `${name}${separator}${redactHeader(name, value)}`
}

const argument = new RegExp(`^(-{0,2}${secretName}(?:=|:\\s{0,9}))[^]+$`, 'i')
const flagAlone = new RegExp(`^(?:${nextFlag})`, 'i')
const flagOfUser = /^(?:-u|--(?:proxy-)?user)$/i
const headerFlag = /^(?:-H|--header)$/

/** Replaces the secrets in a command line, or in a header given as name and value, including secrets that are words of their own. */
export function redactWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1]
    if (before === undefined) return redactArgument(word)
    if (headerFlag.test(before)) return redactHeaderLine(word)
    if (flagOfUser.test(before) && word.includes(':')) return redacted
    return isSecretName(before) && isValueOf(before, word, words.length) ? redacted : redactArgument(word)
  })
}

function isValueOf(name: string, word: string, count: number): boolean {
  if (name.startsWith('-')) return !name.includes('=') && !flagAlone.test(word)
  return count === 2 && /^[\w-]+$/.test(name)
}

/** Replaces the secrets in one word of a command line, or in one header line, whose value reaches to the end, whatever it contains. */
function redactArgument(text: string): string {
  return redactText(text.replace(argument, `$1${redacted}`))
}
