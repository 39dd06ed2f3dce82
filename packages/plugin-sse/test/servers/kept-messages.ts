import type { MessageServerOptions } from './message-server-options.ts'

/** A message of the server. */
export interface Message {
  readonly id: number
  readonly to: string
  readonly frame: string
}

/** The messages for a subscriber that reconnects. */
export interface Replay {
  readonly messages: readonly Message[]
  /** Number of these that the subscriber had received before. */
  readonly again: number
  /** Number of missing messages. */
  readonly missing: number
}

/** The messages that a server keeps for subscribers that reconnect. */
export class KeptMessages {
  readonly #options: MessageServerOptions
  readonly #kept: Message[] = []

  constructor(options: MessageServerOptions) {
    this.#options = options
  }

  add(message: Message): void {
    if (this.#options.keeps === true) this.#kept.push(message)
  }

  behind(last: number, names: readonly string[]): Replay {
    const own = this.#kept.filter(({ to }) => names.includes(to))
    const first = own.findIndex(({ id }) => id > last)
    const start = first < 0 ? own.length : first
    const { replays } = this.#options
    if (replays === 'one too many') return { messages: own.slice(Math.max(0, start - 1)), again: Math.min(1, start), missing: 0 }
    if (replays === 'all') return { messages: own, again: start, missing: 0 }
    const missing = replays === 'one too few' && start < own.length ? 1 : 0
    return { messages: own.slice(start + missing), again: 0, missing }
  }
}
