import type { Socket } from 'node:net'

/**
 * Stops reading from a connection in this process, so that the worker that gets the connection reads all further data.
 *
 * Until the worker has confirmed it, the connection is open in both processes, and data that is read here is lost.
 */
export function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { readonly _handle: { readStop(): void } | null }
  handle?.readStop()
}
