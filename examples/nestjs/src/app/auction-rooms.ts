import { Injectable } from '@nestjs/common'
import type { Server } from 'socket.io'
import { type Auction, currentRoundOf } from '../auction/auction.ts'
import type { RoomEvents, ServiceEvents, UserEvents } from '../auction/events.ts'
import type { CompletedRound } from '../store/auction-store.ts'

/** The Socket.IO server of this process. */
export type SocketServer = Server<UserEvents, ServiceEvents, Record<string, never>, { userId?: string }>

/** Sends the events of an auction to the users who have joined it. */
@Injectable()
export class AuctionRooms {
  #server: SocketServer | undefined

  /** Sets the server; before this is called, no user has joined. */
  attach(server: SocketServer): void {
    this.#server = server
  }

  /** Number of sockets that are connected to this process. */
  get sockets(): number {
    return this.#server?.of('/').sockets.size ?? 0
  }

  tellBid(auctionId: string, { amount, time, isIncrease }: { amount: number; time: number; isIncrease: boolean }): void {
    this.#tell(auctionId, 'new-bid', { auctionId, amount, timestamp: new Date(time).toISOString(), isIncrease })
  }

  tellUpdate({ id, status, currentRound, rounds }: Auction): void {
    this.#tell(id, 'auction-update', { id, status, currentRound, rounds })
  }

  tellExtension(auction: Auction): void {
    const round = currentRoundOf(auction)
    if (round === undefined) return
    const { roundNumber, endTime: newEndTime, extensionsCount: extensionCount } = round
    this.#tell(auction.id, 'anti-sniping', { auctionId: auction.id, roundNumber, newEndTime, extensionCount })
  }

  tellRoundStart(auction: Auction): void {
    const round = currentRoundOf(auction)
    if (round === undefined) return
    const { roundNumber, itemsCount, startTime, endTime } = round
    this.#tell(auction.id, 'round-start', { auctionId: auction.id, roundNumber, itemsCount, startTime, endTime })
  }

  tellRoundEnd({ auction, roundNumber, winners }: CompletedRound): void {
    this.#tell(auction.id, 'round-complete', { auctionId: auction.id, roundNumber, winnersCount: winners.length, winners })
    this.tellUpdate(auction)
    if (auction.status !== 'completed') return this.tellRoundStart(auction)
    const endTime = auction.endTime ?? ''
    this.#tell(auction.id, 'auction-complete', { auctionId: auction.id, endTime, totalRounds: auction.rounds.length })
  }

  /** Sends the time left to the users who are connected to this process. */
  tellTime(auction: Auction, now: number): void {
    const round = currentRoundOf(auction)
    if (round === undefined) return
    const left = Math.max(0, Math.ceil((Date.parse(round.endTime) - now) / 1000))
    this.#server?.local.to(roomOf(auction.id)).emit('countdown', {
      auctionId: auction.id,
      roundNumber: round.roundNumber,
      timeLeftSeconds: left,
      roundEndTime: round.endTime,
      isUrgent: left <= 60,
      serverTime: new Date(now).toISOString(),
    })
  }

  #tell<Name extends keyof RoomEvents>(auctionId: string, name: Name, ...payload: Parameters<RoomEvents[Name]>): void {
    // The compiler does not see that the events of rooms are among those of the service.
    const room = this.#server?.to(roomOf(auctionId)) as { emit(event: string, ...args: readonly unknown[]): boolean } | undefined
    room?.emit(name, ...payload)
  }
}

/** The room of the users who have joined an auction. */
export function roomOf(auctionId: string): string {
  return `auction:${auctionId}`
}
