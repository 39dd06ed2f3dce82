import { codeOf } from '../../../base/errors/benchpress-error.ts'
import { codings, knownCodings, readCodings } from './content-codings.ts'

// The most bytes of a decoded body, as a kilobyte can decode into gigabytes.
const mostDecoded = 1 << 26

// The most that is decoded at once: while a thread does that it can send and receive nothing, for some hundredths of a second.
const mostAtOnce = 1 << 23

// What a thread decodes in slices, one body after the other, so that their memory is that of one.
let queue: Promise<unknown> = Promise.resolve()

/** A body in a `Content-Encoding`: gzip, deflate, br, zstd, or several of them in the order in which they were applied. A body in any other one is left as it is. */
export class EncodedBody {
  readonly #encoded: Uint8Array
  readonly #names: readonly string[]
  readonly #unknown: string | undefined
  #decoded: Uint8Array | undefined
  #problem: unknown

  constructor(encoded: Uint8Array, contentEncoding: string) {
    this.#encoded = encoded
    this.#names = readCodings(contentEncoding)
    this.#unknown = this.#names.find((name) => !codings.has(name))
    if (encoded.length === 0 || this.#unknown !== undefined || this.#names.length === 0) this.#decoded = encoded
  }

  /**
   * Returns the decoded body.
   *
   * @throws Error for a body that is not in its encoding; for one above 64 MB, or above 8 MB unless {@link prepare} was called
   */
  bytes(): Uint8Array {
    if (this.#problem !== undefined) throw this.#problem
    return (this.#decoded ??= this.#decodeAtOnce())
  }

  /** @throws Error for an encoding that is not known */
  refuseUnknown(): void {
    if (this.#unknown === undefined) return
    throw new Error(`the body has the content encoding "${this.#unknown}", of which only ${knownCodings} are known: look at its bytes()`)
  }

  /** Decodes a large body while the thread does other things; `undefined` when that is not needed. Never rejects: {@link bytes} throws. */
  prepare(): Promise<void> | undefined {
    if (this.#decoded !== undefined || this.#isSmall) return undefined
    try {
      this.#decoded = this.#decodeAtOnce()
    } catch (error) {
      if (isTooLarge(error)) return this.#decodeInSlices()
      this.#problem = error
    }
    return undefined
  }

  // Whether all of it can be decoded at once, whatever is in it.
  get #isSmall(): boolean {
    const [only, ...others] = this.#names
    return others.length === 0 && this.#encoded.length * (codings.get(only ?? '')?.ratio ?? Infinity) <= mostAtOnce
  }

  #decodeAtOnce(): Uint8Array {
    return this.#names.reduceRight((bytes, name) => {
      try {
        return codings.get(name)?.atOnce(bytes, { maxOutputLength: mostAtOnce }) ?? bytes
      } catch (cause) {
        throw undecodable(name, mostAtOnce, cause)
      }
    }, this.#encoded)
  }

  #decodeInSlices(): Promise<void> {
    const decoding = queue.then(async () => {
      let bytes = this.#encoded
      for (const name of this.#names.toReversed()) {
        try {
          bytes = (await codings.get(name)?.inSlices(bytes, { maxOutputLength: mostDecoded, chunkSize: 1 << 16 })) ?? bytes
        } catch (cause) {
          this.#problem = undecodable(name, mostDecoded, cause)
          return
        }
      }
      this.#decoded = bytes
    })
    queue = decoding
    return decoding
  }
}

function undecodable(name: string, most: number, cause: unknown): Error {
  const what = codeOf(cause) === tooLarge ? `is larger than ${most >> 20} MB when it is decoded` : 'cannot be decoded'
  return new Error(`the body ${what} from ${name}`, { cause })
}

const tooLarge = 'ERR_BUFFER_TOO_LARGE'

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && codeOf(error.cause) === tooLarge
}
