const half = 2 ** 32

/** A length that is read digit by digit and may not pass 64 bits. Two halves, because a number alone is inexact near the limit. */
export class Unsigned64 {
  #high = 0
  #low = 0

  /** Exact up to 2^53, then the nearest number. */
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
   * @returns false when the number passes 2^64 - 1
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
