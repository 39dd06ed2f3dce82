import type { Socket } from 'node:net'

/**
 * Reads no more of a connection in this process, for the worker that gets it to read what comes from now on.
 *
 * Until the worker has confirmed it, the connection is open in both processes; what is read here then is lost.
 */
export function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { readonly _handle: { readStop(): void } | null }
  handle?.readStop()
}
