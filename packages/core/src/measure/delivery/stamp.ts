const opening = 'bp~'
const closing = '~'
const between = '.'
const base = 36
const pairBase = base * base
const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
const pairs: readonly string[] = Array.from(digits, (first) => Array.from(digits, (second) => first + second)).flat()
const mostPublishers = 2 ** 16
const mostMessages = 2 ** 32
// Odd numbers with evenly spread bits, so that the two halves of a hash differ for the same text.
const [firstFactor, secondFactor] = [0x9e3779b1, 0x85ebca6b]
const highBits = 2 ** 21

/** The content of a stamp. */
export interface Stamp {
  /** Name of the run: letters and digits. */
  readonly run: string
  readonly publisher: number
  /** Number of the message, 0 for the first of a publisher. */
  readonly sequence: number
  /** Time of the send, in whole microseconds on the clock of the process. */
  readonly sentAt: number
  /** Hash of the only recipient; 0 when the message is for several. */
  readonly recipient: number
}

/** Writes a stamp: `bp~`, its fields separated by dots, numbers in base 36, and `~`. */
export function formatStamp({ run, publisher, sequence, sentAt, recipient }: Stamp): string {
  return `${opening}${run}.${toBase36(publisher)}.${toBase36(sequence)}.${toBase36(sentAt)}.${toBase36(recipient)}${closing}`
}

/** Finds and reads stamps in texts without allocating; the fields are those of the last stamp of the run that was found. */
export class StampReader implements Stamp {
  readonly run: string
  publisher = 0
  sequence = 0
  sentAt = 0
  recipient = 0
  #at = 0

  constructor(run: string) {
    this.run = run
  }

  /** Looks for the first stamp of this run anywhere in a text; returns whether there is one, only one of another run, or none. */
  find(text: string): 'own' | 'foreign' | 'none' {
    let found: 'foreign' | 'none' = 'none'
    for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, start + 1)) {
      const run = start + opening.length
      if (text.startsWith(this.run, run) && text[run + this.run.length] === between) {
        if (this.#readFields(text, run + this.run.length)) return 'own'
      } else if (this.#skipWord(text, run) && this.#readFields(text, this.#at)) {
        found = 'foreign'
      }
    }
    return found
  }

  // The stamp of another run.
  #skipWord(text: string, from: number): boolean {
    this.#at = from
    while (digitOf(text.charCodeAt(this.#at)) >= 0) this.#at += 1
    return this.#at > from
  }

  #readFields(text: string, from: number): boolean {
    this.#at = from
    this.publisher = this.#readNumber(text)
    this.sequence = this.#readNumber(text)
    this.sentAt = this.#readNumber(text)
    this.recipient = this.#readNumber(text)
    return (
      text.startsWith(closing, this.#at) &&
      isBelow(this.publisher, mostPublishers) &&
      isBelow(this.sequence, mostMessages) &&
      isBelow(this.sentAt, Number.MAX_SAFE_INTEGER) &&
      isBelow(this.recipient, Number.MAX_SAFE_INTEGER + 1)
    )
  }

  // Reads a dot and digits; -1 for anything else.
  #readNumber(text: string): number {
    if (!text.startsWith(between, this.#at)) return -1
    const first = ++this.#at
    let value = 0
    for (let digit = digitOf(text.charCodeAt(first)); digit >= 0; digit = digitOf(text.charCodeAt(++this.#at))) value = value * base + digit
    return this.#at > first ? value : -1
  }
}

function isBelow(value: number, end: number): boolean {
  return value >= 0 && value < end
}

// -1 for any character but a digit or a lower-case letter.
function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 122 ? code - 87 : -1
}

/** Writes a whole number from 0 to 2^53 - 1 to the base 36, as `toString(36)` does, in a quarter of the time. */
export function toBase36(value: number): string {
  let left = value
  let text = ''
  while (left >= pairBase) {
    const rest = Math.floor(left / pairBase)
    text = pairs[left - rest * pairBase]! + text
    left = rest
  }
  return left < base ? digits[left]! + text : pairs[left]! + text
}

/**
 * Hashes the name of a recipient to a whole number from 1 to 2^53 - 1, the same in every thread.
 *
 * A number and its digits as text are the same name. Two of a million names have the same hash once in 18,000 tests: they would be taken for one
 * recipient, but every message would still be counted once.
 */
export function hashRecipient(name: string | number): number {
  const text = typeof name === 'string' ? name : String(name)
  let high = 0x2545f491 ^ text.length
  let low = 0x6c078965
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, firstFactor)
    low = Math.imul(low ^ code, secondFactor)
    high ^= high >>> 15
    low ^= low >>> 13
  }
  const mixedHigh = mix(high ^ Math.imul(low, firstFactor))
  const mixedLow = mix(low ^ Math.imul(mixedHigh, secondFactor))
  return (mixedHigh % highBits) * 2 ** 32 + mixedLow || 1
}

// Makes every bit depend on every other.
function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, secondFactor)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, firstFactor)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
