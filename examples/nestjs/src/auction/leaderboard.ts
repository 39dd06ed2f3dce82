/** Active bids of an auction by rank, and what was won before. */
export interface Leaderboard {
  readonly leaderboard: readonly LeaderboardEntry[]
  /** Active bids, also those left out here. */
  readonly totalCount: number
  readonly pastWinners: readonly PastWinner[]
}

/** An active bid. `createdAt` is ISO 8601. */
export interface LeaderboardEntry {
  /** 1 for the highest bid; of equal ones the earlier is ahead. */
  readonly rank: number
  readonly amount: number
  readonly username: string
  readonly isBot: boolean
  /** Whether it would win if the round ended now. */
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

/** Which part of a leaderboard is asked for. */
export interface Page {
  readonly limit: number
  readonly offset: number
}
