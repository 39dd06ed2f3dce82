/** The schema of a file, which several processes may create at once. */
export const schema = `
CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  frozen INTEGER NOT NULL DEFAULT 0 CHECK (frozen >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS auctions (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS bids (
  id TEXT PRIMARY KEY,
  auction TEXT NOT NULL REFERENCES auctions (id),
  user TEXT NOT NULL REFERENCES users (id),
  amount INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'active',
  turn INTEGER NOT NULL,
  won_round INTEGER,
  item_number INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX IF NOT EXISTS one_active_bid ON bids (auction, user) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS ranking ON bids (auction, amount DESC, turn) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS turns ON bids (auction, turn);
CREATE INDEX IF NOT EXISTS own_bids ON bids (auction, user);
CREATE INDEX IF NOT EXISTS won ON bids (auction, won_round, item_number) WHERE status = 'won';
`
