/** The items of a round, and its length. */
export interface RoundConfig {
  readonly itemsCount: number
  readonly durationMinutes: number
}

/** A round that has started. Times are ISO 8601. */
export interface Round {
  readonly roundNumber: number
  readonly itemsCount: number
  readonly startTime: string
  readonly endTime: string
  /** Number of times that a late bid has extended the round. */
  readonly extensionsCount: number
  readonly completed: boolean
}

/** The state of an auction. */
export type AuctionStatus = 'pending' | 'active' | 'completed'

/** The items and the rules of an auction, as its author asks for them. */
export interface AuctionTerms {
  readonly title: string
  readonly description?: string | undefined
  readonly totalItems: number
  /** Their items add up to `totalItems`. */
  readonly rounds: readonly RoundConfig[]
  readonly minBidAmount: number
  readonly minBidIncrement: number
  readonly antiSnipingWindowMinutes: number
  readonly antiSnipingExtensionMinutes: number
  readonly maxExtensions: number
}

/** An auction in a response of the service, with its fields in this order. Times are ISO 8601. */
export interface Auction {
  readonly id: string
  readonly title: string
  readonly description?: string | undefined
  readonly totalItems: number
  readonly roundsConfig: readonly RoundConfig[]
  /** Rounds that have started, the current one last. */
  readonly rounds: readonly Round[]
  readonly status: AuctionStatus
  /** Number of the current round, from 1; 0 before the start. */
  readonly currentRound: number
  readonly minBidAmount: number
  readonly minBidIncrement: number
  readonly antiSnipingWindowMinutes: number
  readonly antiSnipingExtensionMinutes: number
  readonly maxExtensions: number
  readonly botsEnabled: boolean
  readonly botCount: number
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly createdAt: string
}

/** Creates an auction, which has not been started. */
export function createAuction(id: string, terms: AuctionTerms, now: number): Auction {
  const { title, description, totalItems, rounds, ...rules } = terms
  return {
    id,
    title,
    description,
    totalItems,
    roundsConfig: rounds,
    rounds: [],
    status: 'pending',
    currentRound: 0,
    ...rules,
    botsEnabled: false,
    botCount: 0,
    createdAt: iso(now),
  }
}

/** Returns the auction with its first round under way. */
export function startAuction(auction: Auction, now: number): Auction {
  return { ...startRound(auction, 1, now), status: 'active', startTime: iso(now) }
}

/** Returns the auction with its current round completed: in the next round, or over. */
export function completeRound(auction: Auction, now: number): Auction {
  const rounds = auction.rounds.map((round) => ({ ...round, completed: true }))
  const ended = { ...auction, rounds }
  if (auction.currentRound < auction.roundsConfig.length) return startRound(ended, auction.currentRound + 1, now)
  return { ...ended, status: 'completed', endTime: iso(now) }
}

/** Returns the auction with its current round extended once more. */
export function extendRound(auction: Auction): Auction {
  const rounds = auction.rounds.map((round) =>
    round.roundNumber === auction.currentRound
      ? {
          ...round,
          endTime: iso(Date.parse(round.endTime) + auction.antiSnipingExtensionMinutes * 60_000),
          extensionsCount: round.extensionsCount + 1,
        }
      : round,
  )
  return { ...auction, rounds }
}

/** Returns the current round; nothing before the start and after the end. */
export function currentRoundOf(auction: Auction): Round | undefined {
  return auction.status === 'active' ? auction.rounds[auction.currentRound - 1] : undefined
}

/** Whether the current round's time is over, so that it must be completed. `now` in milliseconds since 1970. */
export function isRoundOver(auction: Auction, now: number): boolean {
  const round = currentRoundOf(auction)
  return round !== undefined && Date.parse(round.endTime) <= now
}

function startRound(auction: Auction, roundNumber: number, now: number): Auction {
  const config = auction.roundsConfig[roundNumber - 1]
  if (config === undefined) throw new RangeError(`auction ${auction.id} has no round ${roundNumber}`)
  const round: Round = {
    roundNumber,
    itemsCount: config.itemsCount,
    startTime: iso(now),
    endTime: iso(now + config.durationMinutes * 60_000),
    extensionsCount: 0,
    completed: false,
  }
  return { ...auction, rounds: [...auction.rounds, round], currentRound: roundNumber }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
