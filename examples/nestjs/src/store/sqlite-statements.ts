import type { OwnBid } from '../auction/bid.ts'
import type { LeaderboardEntry, PastWinner } from '../auction/leaderboard.ts'
import type { Balance, User } from './auction-store.ts'

/** The rows of each query. */
export interface Rows {
  userByName: User
  balance: Balance
  deposit: Balance
  withdraw: Balance
  auction: AuctionRow
  auctions: AuctionRow
  auctionsByStatus: AuctionRow
  activeBid: Pick<OwnBid, 'id' | 'amount'>
  ranking: Pick<LeaderboardEntry, 'amount' | 'username' | 'createdAt'>
  countActive: { readonly count: number }
  pastWinners: Omit<PastWinner, 'isBot'>
  ownBids: Omit<OwnBid, 'wonRound' | 'itemNumber'> & { readonly wonRound: number | null; readonly itemNumber: number | null }
  amountAtRank: Pick<OwnBid, 'amount'>
  best: Pick<OwnBid, 'id' | 'amount'> & { readonly user: string }
}

/** An auction, as JSON. */
export interface AuctionRow {
  readonly body: string
}

/** All statements by purpose, with named parameters. */
export const statements = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',

  addUser: 'INSERT INTO users (id, username) VALUES ($id, $username) ON CONFLICT (username) DO NOTHING',
  userByName: 'SELECT id, username, balance, frozen AS frozenBalance FROM users WHERE username = $username',
  balance: 'SELECT balance, frozen AS frozenBalance FROM users WHERE id = $user',
  deposit: 'UPDATE users SET balance = balance + $amount WHERE id = $user RETURNING balance, frozen AS frozenBalance',
  withdraw: `UPDATE users SET balance = balance - $amount WHERE id = $user AND balance >= $amount
    RETURNING balance, frozen AS frozenBalance`,
  freeze: 'UPDATE users SET balance = balance - $amount, frozen = frozen + $amount WHERE id = $user',

  addAuction: 'INSERT INTO auctions (id, status, body) VALUES ($id, $status, $body)',
  updateAuction: 'UPDATE auctions SET status = $status, body = $body WHERE id = $id',
  auction: 'SELECT body FROM auctions WHERE id = $id',
  auctions: 'SELECT body FROM auctions ORDER BY sequence DESC',
  auctionsByStatus: 'SELECT body FROM auctions WHERE status = $status ORDER BY sequence DESC',

  activeBid: `SELECT id, amount FROM bids WHERE auction = $auction AND user = $user AND status = 'active'`,
  addBid: `INSERT INTO bids (id, auction, user, amount, turn, created_at, updated_at)
    VALUES ($id, $auction, $user, $amount, (SELECT coalesce(max(turn), 0) + 1 FROM bids WHERE auction = $auction), $time, $time)`,
  // The earlier of equal amounts is ahead, since an increase takes a new turn.
  raiseBid: `UPDATE bids SET amount = $amount, updated_at = $time,
    turn = (SELECT max(turn) + 1 FROM bids WHERE auction = $auction) WHERE id = $id`,

  ranking: `SELECT amount, username, created_at AS createdAt FROM bids JOIN users ON users.id = bids.user
    WHERE auction = $auction AND status = 'active' ORDER BY amount DESC, turn LIMIT $limit OFFSET $offset`,
  countActive: `SELECT count(*) AS count FROM bids WHERE auction = $auction AND status = 'active'`,
  pastWinners: `SELECT won_round AS round, item_number AS itemNumber, amount, username, created_at AS createdAt
    FROM bids JOIN users ON users.id = bids.user WHERE auction = $auction AND status = 'won' ORDER BY won_round, item_number`,
  ownBids: `SELECT id, amount, status, won_round AS wonRound, item_number AS itemNumber, created_at AS createdAt, updated_at AS updatedAt
    FROM bids WHERE auction = $auction AND user = $user ORDER BY turn DESC`,
  amountAtRank: `SELECT amount FROM bids WHERE auction = $auction AND status = 'active' ORDER BY amount DESC, turn LIMIT 1 OFFSET $offset`,

  best: `SELECT id, user, amount FROM bids WHERE auction = $auction AND status = 'active' ORDER BY amount DESC, turn LIMIT $limit`,
  winBid: `UPDATE bids SET status = 'won', won_round = $round, item_number = $item, updated_at = $time WHERE id = $id`,
  spend: 'UPDATE users SET frozen = frozen - $amount WHERE id = $user',
  refundUsers: `UPDATE users SET balance = balance + held.amount, frozen = frozen - held.amount
    FROM (SELECT user, amount FROM bids WHERE auction = $auction AND status = 'active') AS held WHERE users.id = held.user`,
  refundBids: `UPDATE bids SET status = 'refunded', updated_at = $time WHERE auction = $auction AND status = 'active'`,
} as const
