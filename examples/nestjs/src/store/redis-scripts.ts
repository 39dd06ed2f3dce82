/**
 * The atomic operations in Redis, as Lua scripts.
 *
 * `auction` is a hash of the auction as JSON (`body`) and of `turn`, which counts its bids. The rules are not in the scripts: a caller that changes an auction
 * passes the state that it has seen, and nothing is done when that has changed. `board` ranks the active bids: of equal amounts the earlier one is ahead, so
 * its member starts with a turn that counts down. `active` has the active bid of each user as JSON, `won` the past winners, and `past:<user>` the outcome of
 * each of the user's bids.
 */
export const scripts = {
  /** KEYS: names, user. ARGV: username, id. Returns the id of that name. */
  auctionsLogin: `
    if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return redis.call('HGET', KEYS[1], ARGV[1]) end
    redis.call('HSET', KEYS[2], 'username', ARGV[1], 'balance', 0, 'frozen', 0)
    return ARGV[2]`,

  /** KEYS: user. ARGV: amount, negative to take it. Returns balance and frozen, or an error. */
  auctionsMove: `
    local balance = tonumber(redis.call('HGET', KEYS[1], 'balance'))
    if not balance then return 'unknown' end
    if balance + ARGV[1] < 0 then return 'insufficient' end
    redis.call('HINCRBY', KEYS[1], 'balance', ARGV[1])
    return redis.call('HMGET', KEYS[1], 'balance', 'frozen')`,

  /** KEYS: auction. ARGV: body seen, body after. Returns 1, or 0 when it has changed. */
  auctionsReplace: `
    if redis.call('HGET', KEYS[1], 'body') ~= ARGV[1] then return 0 end
    redis.call('HSET', KEYS[1], 'body', ARGV[2])
    return 1`,

  /** KEYS: auction, user, active, board. ARGV: user id, amount, new bid id, time, body seen, body after, previous amount and balance seen. Returns 1, or 0 when one of those seen has changed. */
  auctionsBid: `
    if redis.call('HGET', KEYS[1], 'body') ~= ARGV[5] then return 0 end
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    local bid = known and cjson.decode(known) or { id = ARGV[3], amount = 0, createdAt = ARGV[4] }
    if bid.amount ~= tonumber(ARGV[7]) or tonumber(redis.call('HGET', KEYS[2], 'balance') or 0) ~= tonumber(ARGV[8]) then return 0 end
    local due = ARGV[2] - bid.amount
    if bid.member then redis.call('ZREM', KEYS[4], bid.member) end
    bid.amount = tonumber(ARGV[2])
    bid.updatedAt = ARGV[4]
    bid.member = string.format('%016d:%s', 9007199254740991 - redis.call('HINCRBY', KEYS[1], 'turn', 1), ARGV[1])
    redis.call('HINCRBY', KEYS[2], 'balance', -due)
    redis.call('HINCRBY', KEYS[2], 'frozen', due)
    redis.call('HSET', KEYS[3], ARGV[1], cjson.encode(bid))
    redis.call('ZADD', KEYS[4], bid.amount, bid.member)
    if ARGV[6] ~= ARGV[5] then redis.call('HSET', KEYS[1], 'body', ARGV[6]) end
    return 1`,

  /** KEYS: auction, active, board, won. ARGV: body seen, body after, round, items, time, 1 if all other bids are refunded, prefix of users, prefix of past. Returns the amounts that won, or 0 when the body has changed. */
  auctionsEndRound: `
    if redis.call('HGET', KEYS[1], 'body') ~= ARGV[1] then return 0 end
    local amounts = {}
    local function settle(member, fields)
      local user = string.sub(member, 18)
      local bid = cjson.decode(redis.call('HGET', KEYS[2], user))
      redis.call('HDEL', KEYS[2], user)
      redis.call('ZREM', KEYS[3], member)
      redis.call('HINCRBY', ARGV[7] .. user, 'frozen', -bid.amount)
      bid.member = nil
      bid.updatedAt = ARGV[5]
      for name, value in pairs(fields) do bid[name] = value end
      redis.call('LPUSH', ARGV[8] .. user, cjson.encode(bid))
      return user, bid
    end
    for item, member in ipairs(redis.call('ZREVRANGE', KEYS[3], 0, ARGV[4] - 1)) do
      local user, bid = settle(member, { status = 'won', wonRound = tonumber(ARGV[3]), itemNumber = item })
      local winner = { round = bid.wonRound, itemNumber = item, amount = bid.amount, user = user, createdAt = bid.createdAt }
      redis.call('RPUSH', KEYS[4], cjson.encode(winner))
      amounts[item] = bid.amount
    end
    if ARGV[6] == '1' then
      for _, member in ipairs(redis.call('ZREVRANGE', KEYS[3], 0, -1)) do
        local user, bid = settle(member, { status = 'refunded' })
        redis.call('HINCRBY', ARGV[7] .. user, 'balance', bid.amount)
      end
    end
    redis.call('HSET', KEYS[1], 'body', ARGV[2])
    return amounts`,
} as const
