/**
 * Whether any of several servers still responds, for the load of one scenario on one thread.
 *
 * While any server responds, the others are tried whenever it is their turn; when none does, attempts are delayed.
 */
export class ServersReach {
  /** For each server, whether the last connection to it closed without a response. */
  readonly #lost: boolean[]
  #lostCount = 0

  constructor(servers: number) {
    this.#lost = Array.from({ length: servers }, () => false)
  }

  /** Whether every server was lost since it last responded. */
  get isLost(): boolean {
    return this.#lostCount === this.#lost.length
  }

  /** Notes that a server has responded. */
  responded(server: number): void {
    if (this.#lost[server] !== true) return
    this.#lost[server] = false
    this.#lostCount -= 1
  }

  /** Notes that a connection could not be opened, or was closed by its server, without a response. */
  failed(server: number): void {
    if (this.#lost[server] === true) return
    this.#lost[server] = true
    this.#lostCount += 1
  }
}
