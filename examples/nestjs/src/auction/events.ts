import type { AuctionStatus, Round } from './auction.ts'

/** The events that users send over Socket.IO. The reply to each is an event, not an acknowledgement. */
export interface UserEvents {
  auth: (token: string) => void
  'join-auction': (auctionId: string) => void
  'leave-auction': (auctionId: string) => void
  'place-bid': (bid: { readonly auctionId: string; readonly amount: number }) => void
}

/** The events that the service sends over Socket.IO: replies, and the events of auctions that a user has joined. Times are ISO 8601. */
export interface ServiceEvents extends RoomEvents {
  'auth-response': (reply: { readonly success: boolean; readonly userId?: string; readonly error?: string }) => void
  'join-auction-response': (reply: RoomReply) => void
  'leave-auction-response': (reply: RoomReply) => void
  'bid-response': (reply: BidReply) => void
}

/** The events of an auction that every user who has joined it receives. */
export interface RoomEvents {
  'new-bid': (bid: { auctionId: string; amount: number; timestamp: string; isIncrease: boolean }) => void
  'auction-update': (auction: { id: string; status: AuctionStatus; currentRound: number; rounds: readonly Round[] }) => void
  countdown: (countdown: Countdown) => void
  'anti-sniping': (extension: { auctionId: string; roundNumber: number; newEndTime: string; extensionCount: number }) => void
  'round-start': (round: { auctionId: string; roundNumber: number; itemsCount: number; startTime: string; endTime: string }) => void
  'round-complete': (round: {
    auctionId: string
    roundNumber: number
    winnersCount: number
    winners: readonly { readonly amount: number; readonly itemNumber: number }[]
  }) => void
  'auction-complete': (auction: { auctionId: string; endTime: string; totalRounds: number }) => void
}

/** The clock of a round, sent each second. */
export interface Countdown {
  readonly auctionId: string
  readonly roundNumber: number
  /** Whole seconds left. */
  readonly timeLeftSeconds: number
  readonly roundEndTime: string
  /** Whether this is the last minute. */
  readonly isUrgent: boolean
  readonly serverTime: string
}

/** Whether a room was joined or left. */
export interface RoomReply {
  readonly success: boolean
  readonly error?: string
}

/** The outcome of a bid over Socket.IO. */
export type BidReply =
  | { readonly success: true; readonly amount: number; readonly previousAmount: number; readonly isNewBid: boolean }
  | { readonly success: false; readonly error: string; readonly needsWarmup: boolean }
