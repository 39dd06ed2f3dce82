import { mostKept } from '../../measure/recorder/error-recorder.ts'
import { describeDifference, lateFrom, sameLength, type DifferenceTexts } from './body-difference.ts'

/** The expected bytes of a body, or its least content as JSON; plain data that can be sent to other threads. */
export type ExpectedBody = Uint8Array | { readonly json: unknown } | { readonly jsonOneOf: readonly unknown[] }

/** Compares a body that arrives in parts with the expected one; only a body that has to be parsed is kept, and the beginning of a wrong one. */
export class BodyCheck {
  /** The beginning of a body that was not the expected one, or what follows the bytes that were expected where it differs late. */
  readonly excerpt: BodyExcerpt = new BodyExcerpt()
  #expected: ExpectedBody | undefined
  #position = 0
  #isEqual = true
  // The number of bytes before the first difference.
  #same = 0
  readonly #parts: Buffer[] = []

  /** Starts with the next body; `undefined` accepts any. */
  start(expected: ExpectedBody | undefined): void {
    this.#expected = expected
    this.#position = 0
    this.#isEqual = true
    this.#same = 0
    this.#parts.length = 0
    this.excerpt.start()
  }

  /** Takes the bytes from `start` to `end` of a buffer, which may be used again after that. */
  push(buffer: Buffer, start: number, end: number): void {
    const expected = this.#expected
    if (expected === undefined) return
    if (!(expected instanceof Uint8Array)) {
      this.#parts.push(Buffer.from(buffer.subarray(start, end)))
      return
    }
    if (!this.#isEqual) {
      this.excerpt.push(buffer, start, end)
      return
    }
    const next = this.#position + end - start
    this.#isEqual = next <= expected.length && buffer.compare(expected, this.#position, next, start, end) === 0
    if (!this.#isEqual) this.#differ(expected, buffer, start, end)
    this.#position = next
  }

  /** Whether the body, now complete, was the expected one. */
  matches(): boolean {
    const expected = this.#expected
    if (expected === undefined) return true
    if (expected instanceof Uint8Array) {
      const isWhole = this.#position === expected.length
      if (this.#isEqual && !isWhole) this.#differ(expected, nothing, 0, 0)
      return this.#isEqual && isWhole
    }
    return this.#hasFields('json' in expected ? [expected.json] : expected.jsonOneOf)
  }

  /** Where the body differs from the expected one, if that is late; `undefined` when the beginnings show it. */
  lateDifference(): DifferenceTexts | undefined {
    if (this.#same < lateFrom || !(this.#expected instanceof Uint8Array)) return undefined
    return describeDifference(this.#expected, this.#same, this.excerpt.bytes())
  }

  // The bytes before were as expected.
  #differ(expected: Uint8Array, buffer: Buffer, start: number, end: number): void {
    const same = sameLength(buffer.subarray(start, end), expected.subarray(this.#position))
    this.#same = this.#position + same
    if (this.#same < lateFrom) this.excerpt.push(expected, 0, this.#same)
    this.excerpt.push(buffer, start + same, end)
  }

  #hasFields(oneOf: readonly unknown[]): boolean {
    const [first, ...others] = this.#parts
    const body = first === undefined || others.length > 0 ? Buffer.concat(this.#parts) : first
    this.#parts.length = 0
    const isExpected = isOneOf(body, oneOf)
    if (!isExpected) this.excerpt.push(body, 0, body.length)
    return isExpected
  }
}

const nothing = Buffer.alloc(0)

function isOneOf(body: Buffer, oneOf: readonly unknown[]): boolean {
  try {
    const actual: unknown = JSON.parse(body.toString())
    return oneOf.some((expected) => hasFields(actual, expected))
  } catch {
    return false
  }
}

/**
 * Whether a parsed response has at least the expected content: the same value, or an object with the expected fields and any others.
 *
 * A list must have the same length as the expected one, and its items in the same order.
 */
export function hasFields(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) return false
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length !== expected.length) return false
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && hasFields((actual as Readonly<Record<string, unknown>>)[key], value),
  )
}

/**
 * The beginning of a body that arrives in parts, for examples of failures.
 *
 * One buffer serves all bodies of a connection, and is only allocated for the first wrong one.
 */
export class BodyExcerpt {
  /** Whether the body was longer than the excerpt. */
  isCut = false
  #bytes: Buffer | undefined
  #length = 0

  start(): void {
    this.#length = 0
    this.isCut = false
  }

  /** Takes the bytes from `start` to `end` of a buffer, as far as there is room. */
  push(buffer: Uint8Array, start: number, end: number): void {
    const taken = Math.min(end - start, mostKept - this.#length)
    if (taken < end - start) this.isCut = true
    if (taken === 0) return
    this.#bytes ??= Buffer.allocUnsafe(mostKept)
    this.#bytes.set(buffer.subarray(start, start + taken), this.#length)
    this.#length += taken
  }

  /** The excerpt as UTF-8 text, without an incomplete character at the end. */
  text(): string {
    return new TextDecoder().decode(this.bytes(), { stream: this.isCut })
  }

  /** The excerpt, valid until the next body. */
  bytes(): Uint8Array {
    return this.#bytes?.subarray(0, this.#length) ?? nothing
  }
}
