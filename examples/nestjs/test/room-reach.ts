import { expect } from 'vitest'
import { ask, Bidder, next, openSocket, type UserSocket } from './bidder.ts'

/** Connects some sockets at once. */
export function openSockets(url: string, count: number, transports: readonly ('polling' | 'websocket')[]): Promise<readonly UserSocket[]> {
  return Promise.all(Array.from({ length: count }, () => openSocket(url, { transports: [...transports] })))
}

/** Makes four bids over the first four sockets, and returns how many clients in the auction receive each of them. */
export async function reachOf(url: string, listeners: readonly UserSocket[]): Promise<readonly number[]> {
  const admin = await Bidder.create(url, 1_000_000)
  const { id } = await admin.startAuction()
  const heard = new Map<number, number>()
  let left = listeners.length * 4
  const { promise: everybodyHeard, resolve } = Promise.withResolvers<void>()
  for (const socket of listeners) {
    socket.on('new-bid', ({ amount }) => {
      heard.set(amount, (heard.get(amount) ?? 0) + 1)
      if (--left === 0) resolve()
    })
    expect(await ask(socket, 'join-auction', id, 'join-auction-response')).toEqual({ success: true })
  }
  const amounts = [100, 200, 300, 400]
  for (const [index, amount] of amounts.entries()) {
    const socket = listeners[index]
    if (socket === undefined) throw new RangeError('too few listeners')
    await ask(socket, 'auth', admin.token, 'auth-response')
    expect(await ask(socket, 'place-bid', { auctionId: id, amount }, 'bid-response')).toMatchObject({ success: true })
  }
  // A worker sends the time left each second. By the second time after the last bid, bids of other workers have arrived, if they ever do.
  const times = Promise.all(listeners.map(async (socket) => [await next(socket, 'countdown'), await next(socket, 'countdown')]))
  await Promise.race([times, everybodyHeard])
  return amounts.map((amount) => heard.get(amount) ?? 0)
}
