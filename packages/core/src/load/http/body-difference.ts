import { redactText } from '../../base/redact/redact-text.ts'

/** The bytes from which on a difference is late: the beginnings of both bodies would say the same. */
export const lateFrom = 100

const charactersBefore = 20

// Bytes before a difference that are searched for secrets: more than any key has, so that none is cut before it is found.
const reach = 8192

/** The number of bytes at the beginning of two parts that are the same. */
export function sameLength(a: Buffer, b: Uint8Array): number {
  let same = 0
  for (let most = Math.min(a.length, b.length); same < most;) {
    const middle = Math.ceil((same + most) / 2)
    if (a.compare(b, same, middle, same, middle) === 0) same = middle
    else most = middle - 1
  }
  return same
}

/** An expected and a received body as texts, from some characters before their difference on. */
export interface DifferenceTexts {
  readonly expected: string
  readonly received: string
}

/**
 * Writes a late difference of two bodies, without secrets.
 *
 * @param at the number of bytes before the difference, which are the same
 * @param rest the bytes that were received from there on
 */
export function describeDifference(expected: Uint8Array, at: number, rest: Uint8Array): DifferenceTexts {
  const from = characterAt(expected, Math.max(0, at - reach))
  const same = expected.subarray(from, at)
  const texts = [expected.subarray(from, at + reach), Buffer.concat([same, rest])].map((bytes) =>
    redactText(new TextDecoder().decode(bytes)),
  )
  const [wanted = '', received = ''] = texts
  const begin = Math.max(0, firstDifference(wanted, received) - charactersBefore)
  return { expected: `the body, which differs after ${at} bytes: …${wanted.slice(begin)}`, received: `…${received.slice(begin)}` }
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

// The first byte of a character at or before a byte.
function characterAt(bytes: Uint8Array, at: number): number {
  let first = at
  while (first > 0 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first -= 1
  return first
}
