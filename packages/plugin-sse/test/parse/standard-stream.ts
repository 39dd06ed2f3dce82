/** An event as a client reports it. */
export interface ReadEvent {
  readonly type: string
  readonly data: string
  /** The last id at that time. */
  readonly id: string
}

/** The whole content of a stream of events. */
export interface StreamContent {
  readonly events: readonly ReadEvent[]
  readonly retries: readonly number[]
  readonly lastId: string
}

/**
 * Reads a whole stream by the letter of the HTML standard, section 9.2.6, one rule after the other and with no regard to speed.
 *
 * @param dataless also reports blocks with a type and no data
 */
export function readByTheStandard(bytes: Uint8Array, dataless = false): StreamContent {
  const state = new StreamState(dataless)
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/)
  // The text after the last line end is an incomplete line.
  for (const line of lines.slice(0, -1)) state.readLine(line)
  const { events, retries, lastId } = state
  return { events, retries, lastId }
}

class StreamState {
  readonly events: ReadEvent[] = []
  readonly retries: number[] = []
  lastId = ''
  readonly #dataless: boolean
  #data: string[] = []
  #type = ''
  #id = ''

  constructor(dataless: boolean) {
    this.#dataless = dataless
  }

  readLine(line: string): void {
    const colon = line.indexOf(':')
    if (line === '') this.#dispatch()
    else if (colon === -1) this.#readField(line, '')
    else this.#readField(line.slice(0, colon), line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1))
  }

  #readField(name: string, value: string): void {
    if (name === 'event') this.#type = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^[0-9]+$/.test(value)) this.retries.push(Number(value))
  }

  #dispatch(): void {
    this.lastId = this.#id
    const isEvent = this.#data.length > 0 || (this.#dataless && this.#type !== '')
    if (isEvent) this.events.push({ type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n'), id: this.lastId })
    this.#data = []
    this.#type = ''
  }
}
