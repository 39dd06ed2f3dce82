/** What a socket has read and written since it was opened. */
export interface ByteCounts {
  readonly bytesRead: number
  readonly bytesWritten: number
}

/** How much sockets have read and written since each was last looked at. Allocates nothing for one that is known. */
export class CarriedBytes {
  /** Of the socket that was looked at last. */
  read: number = 0
  written: number = 0
  readonly #known = new WeakMap<ByteCounts, { read: number; written: number }>()

  /** Finds what a socket has carried since. */
  look(socket: ByteCounts): void {
    const { bytesRead, bytesWritten } = socket
    const before = this.#known.get(socket)
    this.read = Math.max(0, bytesRead - (before?.read ?? 0))
    this.written = Math.max(0, bytesWritten - (before?.written ?? 0))
    if (before === undefined) {
      this.#known.set(socket, { read: bytesRead, written: bytesWritten })
      return
    }
    before.read += this.read
    before.written += this.written
  }
}
