/** Bytes as their values. */
export type Bytes = readonly number[]

/** The bytes of an ASCII text. */
export function bytesOf(text: string): Bytes {
  return Array.from(text, (character) => character.charCodeAt(0))
}

// Both ends included.
function byteRange(first: number, last: number): Bytes {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** All bytes except the given ones. */
export function allBut(excluded: Bytes): Bytes {
  return byteRange(0, 255).filter((byte) => !excluded.includes(byte))
}

/** `\r` */
export const carriageReturn: Bytes = [0x0d]

/** `\n` */
export const lineFeed: Bytes = [0x0a]

/** Space and tab. */
export const whiteSpace: Bytes = [0x20, 0x09]

/** 0 to 9. */
export const digits: Bytes = bytesOf('0123456789')

/** Digits of a chunk size. */
export const hexDigits: Bytes = bytesOf('0123456789abcdefABCDEF')

/** The bytes of a token (RFC 9110), such as a header name. */
export const tokenBytes: Bytes = [
  ...bytesOf("!#$%&'*+-.^_`|~"),
  ...digits,
  ...bytesOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
]

/** The bytes of header values: everything but control characters, except for the tab. */
export const valueBytes: Bytes = [0x09, ...byteRange(0x20, 0x7e), ...byteRange(0x80, 0xff)]

/** The bytes of a quoted string without a backslash. */
export const quotedBytes: Bytes = valueBytes.filter((byte) => byte !== 0x22 && byte !== 0x5c)

/** The action of every byte without a transition: the input is refused. */
export const refuseBytes = 255

/**
 * A finite automaton over bytes as one flat table: grammar as data, with one look-up for each byte.
 *
 * `entries[(state << 8) | byte]` has the next state in its low byte and the action in its high byte; 0 is no action.
 */
export class TransitionTable {
  readonly entries: Uint16Array

  /** @param states the number of states, at most 256, numbered from 0 */
  constructor(states: number) {
    this.entries = Uint16Array.from({ length: states << 8 }, (_, index) => (refuseBytes << 8) | (index >> 8))
  }

  /** Adds the transitions from a state by the given bytes; later ones replace earlier ones. */
  on(state: number, bytes: Bytes, next: number, action: number = 0): this {
    for (const byte of bytes) this.entries[(state << 8) | byte] = (action << 8) | next
    return this
  }
}

const half = 2 ** 32

/** A length that is read digit by digit and may not exceed 64 bits. Two halves, because a single number is inexact near the limit. */
export class Unsigned64 {
  #high = 0
  #low = 0

  /** The value, exact up to 2^53, then the nearest number. */
  get value(): number {
    return this.#high * half + this.#low
  }

  reset(): void {
    this.#high = 0
    this.#low = 0
  }

  /**
   * Appends a digit in the base, 10 or 16.
   *
   * @returns false when the number exceeds 2^64 - 1
   */
  append(digit: number, base: number): boolean {
    const low = this.#low * base + digit
    this.#high = this.#high * base + Math.floor(low / half)
    this.#low = low % half
    return this.#high < half
  }
}

/** The value of a hexadecimal digit's byte, in either case. */
export function digitValue(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57
}
