// As many as fit into the object of the array itself: there may be thousands of subscriptions.
const remembered = 16

/**
 * Watches whether connections that ask to resume after an id do so: whether an event comes that had been received before.
 *
 * It remembers hashes of the last 16 ids, and of the last one before the connection, which a target that sends everything again comes to. Not the ids:
 * they are pieces of text that would keep all text around them alive.
 */
export class ResumeAudit {
  readonly #seen = new Int32Array(remembered)
  #count = 0
  #last = 0
  #lastBefore = 0
  #isResumed = false
  #hasIds = false
  #hasRepeated = false

  /** Another connection has opened, after the last id of those before. */
  begin(): void {
    this.#lastBefore = this.#last
    this.#isResumed = true
    this.#hasIds = false
    this.#hasRepeated = false
  }

  /** A block with an id has come. */
  see(id: string): void {
    const hash = hashOf(id)
    if (this.#isResumed) {
      this.#hasIds = true
      this.#hasRepeated ||= hash === this.#lastBefore || this.#seen.includes(hash)
    }
    this.#last = hash
    this.#seen[this.#count++ % remembered] = hash
  }

  /** A connection has ended: whether it went on right; `undefined` when there is nothing to judge. */
  end(): boolean | undefined {
    return this.#isResumed && this.#hasIds ? !this.#hasRepeated : undefined
  }
}

// FNV-1a, without 0, which stands for none.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash === 0 ? 1 : hash | 0
}
