/** Active bids of an auction by rank, and earlier winners. */
export interface Leaderboard {
  readonly leaderboard: readonly LeaderboardEntry[]
  /** Number of active bids, including those on other pages. */
  readonly totalCount: number
  readonly pastWinners: readonly PastWinner[]
}

/** An active bid. `createdAt` is ISO 8601. */
export interface LeaderboardEntry {
  /** Rank, 1 for the highest bid; the earlier of equal bids is ahead. */
  readonly rank: number
  readonly amount: number
  readonly username: string
  readonly isBot: boolean
  /** Whether the bid would win if the round ended now. */
  readonly isWinning: boolean
  readonly createdAt: string
}

/** A bid that won an item. `createdAt` is ISO 8601. */
export interface PastWinner {
  readonly round: number
  readonly itemNumber: number
  readonly amount: number
  readonly username: string
  readonly isBot: boolean
  readonly createdAt: string
}

/** The requested part of a leaderboard. */
export interface Page {
  readonly limit: number
  readonly offset: number
}
