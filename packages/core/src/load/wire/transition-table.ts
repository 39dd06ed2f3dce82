import type { Bytes } from './byte-classes.ts'

/** The action of every byte that has no transition: the input is refused in the state it was in. */
export const refuse = 255

/**
 * A finite automaton over bytes, as one flat table: grammar as data, one look-up a byte.
 *
 * `entries[(state << 8) | byte]` holds the next state in its low byte and the action to take in its high byte; 0 is no action.
 */
export class TransitionTable {
  readonly entries: Uint16Array

  /** @param states how many there are, at most 256, numbered from 0 */
  constructor(states: number) {
    this.entries = Uint16Array.from({ length: states << 8 }, (_, index) => (refuse << 8) | (index >> 8))
  }

  /** Adds the transitions from a state by some bytes; later ones replace earlier ones. */
  on(state: number, bytes: Bytes, next: number, action: number = 0): this {
    for (const byte of bytes) this.entries[(state << 8) | byte] = (action << 8) | next
    return this
  }
}
