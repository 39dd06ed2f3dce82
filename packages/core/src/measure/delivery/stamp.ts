import { toBase36 } from './base-36.ts'

const opening = 'bp~'
const closing = '~'
const between = '.'
const digits = 36
const mostPublishers = 2 ** 16
const mostMessages = 2 ** 32

/** What a stamp says of a message. */
export interface Stamp {
  /** Of the run: letters and digits. */
  readonly run: string
  readonly publisher: number
  /** 0 for the first message of a publisher. */
  readonly sequence: number
  /** In whole microseconds on the clock of the process. */
  readonly sentAt: number
  /** Hash of the one recipient; 0 when the message is for several. */
  readonly recipient: number
}

/** Writes a stamp: `bp~`, its fields with a dot between them, numbers to the base 36, and `~`. */
export function formatStamp({ run, publisher, sequence, sentAt, recipient }: Stamp): string {
  return `${opening}${run}.${toBase36(publisher)}.${toBase36(sequence)}.${toBase36(sentAt)}.${toBase36(recipient)}${closing}`
}

/** Finds stamps in texts and reads them, without allocating: its fields are those of the last stamp of the run that was found. */
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

  /** Looks for the first stamp of this run anywhere in a text; tells whether there is one, one of another run only, or none. */
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

  // The name of another run.
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

  // A dot and digits; -1 when it is anything else.
  #readNumber(text: string): number {
    if (!text.startsWith(between, this.#at)) return -1
    const first = ++this.#at
    let value = 0
    for (let digit = digitOf(text.charCodeAt(first)); digit >= 0; digit = digitOf(text.charCodeAt(++this.#at)))
      value = value * digits + digit
    return this.#at > first ? value : -1
  }
}

function isBelow(value: number, end: number): boolean {
  return value >= 0 && value < end
}

// -1 for what is neither a digit nor a small letter.
function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 122 ? code - 87 : -1
}
