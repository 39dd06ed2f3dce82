import { redactText, withoutUserInfo } from '../base/redact/redact-text.ts'

const longest = 60

/**
 * Shows a received value inside a sentence: strings quoted and cut at 60 characters, objects by what they are.
 *
 * Certificates, keys, the user and password of a URL, and what looks like another secret are left out.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return showText(value)
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null) return showObject(value)
  return String(value)
}

function showText(text: string): string {
  if (text.includes('-----BEGIN ')) return 'a PEM text'
  const open = withoutUserInfo(redactText(text))
  return JSON.stringify(open.length > longest ? `${open.slice(0, longest)}…` : open)
}

function showObject(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `a ${name}` : 'an object'
}
