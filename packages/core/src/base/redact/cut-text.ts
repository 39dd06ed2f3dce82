import { redactText, withoutUserInfo } from './redact-text.ts'
import { hideSecrets, withoutBegunSecret } from './secrets.ts'

const cutMark = '…'

// A text is searched this far beyond its cut, so that a secret is found that reaches over it, and so that a long text costs no more.
const reach = 2000

/** How a text is cut. */
export interface Cut {
  /** Whether the text was cut before, at its end. */
  readonly isCut?: boolean
  /** Replaces the secrets in the text. Default: {@link redactText}. */
  readonly redact?: (text: string) => string
}

/**
 * The beginning of a text, of at most a number of characters, after the secrets in it were replaced.
 *
 * Every text from outside is cut here: of a secret that is cut before it is found, the beginning would be left.
 */
export function beginningOf(
  text: string,
  most: number,
  { isCut = false, redact = redactText }: Cut = {},
): { readonly text: string; readonly isCut: boolean } {
  const isLong = text.length > most + reach
  const searched = isLong ? text.slice(0, most + reach) : text
  // First, as the rest of a secret may be left of what follows, such as leaving out what looks like a password.
  const shown = redact(isCut || isLong ? withoutBegunSecret(hideSecrets(searched)) : searched)
  const cut = slice(shown, most)
  return { text: cut, isCut: isCut || isLong || cut !== shown }
}

/** Cuts a text to a number of characters as {@link beginningOf} does; the last of them says so. */
export function cutText(text: string, most: number, cut?: Cut): string {
  const { text: shown, isCut } = beginningOf(text, most, cut)
  return isCut ? `${slice(shown, most - 1)}${cutMark}` : shown
}

// Not between the two halves of a character.
function slice(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

const longest = 60

/**
 * Writes a received value for a sentence: strings quoted and cut at 60 characters, objects by their kind.
 *
 * Certificates, keys, the user and password of a URL, and anything else that looks like a secret are left out.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return showText(value)
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null) return showObject(value)
  return typeof value === 'symbol' ? redactText(String(value)) : String(value)
}

function showText(text: string): string {
  if (text.includes('-----BEGIN ')) return 'a PEM text'
  return JSON.stringify(cutText(text, longest + 1, { redact: (whole) => withoutUserInfo(redactText(whole)) }))
}

function showObject(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `a ${name}` : 'an object'
}
