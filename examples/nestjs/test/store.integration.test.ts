import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Auction, createAuction } from '../src/auction/auction.ts'
import type { AuctionStore } from '../src/store/auction-store.ts'
import { newId } from '../src/store/new-id.ts'
import { SqliteStore } from '../src/store/sqlite-store.ts'
import { terms } from './bidder.ts'

/** A place for data, which several stores open like the processes of a cluster. */
interface Place {
  open(): Promise<AuctionStore>
  close(): Promise<void>
}

async function sqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'auctions-store-'))
  return {
    open: async () => new SqliteStore(join(folder, 'auctions.db'), 1000),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

const start = Date.parse('2026-01-23T12:00:00.000Z')
const minute = 60_000

describe.each([['SQLite', sqlitePlace, true]] as const)('two stores on one %s', (_, openPlace, isThere) => {
  describe.skipIf(!isThere)('together', () => {
    let place: Place
    let stores: readonly [AuctionStore, AuctionStore]
    let names = 0

    beforeAll(async () => {
      place = await openPlace()
      stores = [await place.open(), await place.open()]
    })

    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()))
      await place.close()
    })

    const storeOf = (index: number): AuctionStore => stores[index % 2 === 0 ? 0 : 1]

    async function addUser(deposit: number): Promise<string> {
      const { id } = await stores[0].login(`user_${++names}`)
      if (deposit > 0) await stores[1].deposit(id, deposit)
      return id
    }

    async function addAuction(changes: Partial<typeof terms> = {}): Promise<Auction> {
      const { botsEnabled: _enabled, ...rest } = { ...terms, ...changes }
      const auction = createAuction(newId(), rest, start)
      await stores[0].addAuction(auction)
      const started = await stores[1].startAuction(auction.id, start)
      if (started === undefined || started === 'started') throw new Error('not started')
      return started
    }

    test('create one user for a name', async () => {
      const logins = await Promise.all(Array.from({ length: 10 }, (_element, index) => storeOf(index).login('one')))
      expect(new Set(logins.map(({ id }) => id)).size).toBe(1)
    })

    test('return nothing for unknown users and auctions', async () => {
      const [store] = stores
      const id = newId()
      expect(await Promise.all([store.balanceOf(id), store.deposit(id, 1), store.withdraw(id, 1)])).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(await Promise.all([store.findAuction(id), store.startAuction(id, start), store.completeRound(id, start)])).toEqual([undefined, undefined, undefined]) // prettier-ignore
      expect(await store.placeBid({ auctionId: id, userId: id, amount: 100, now: start })).toBeUndefined()
    })

    test('two workers list auctions, the newest first', async () => {
      const auctions = [await addAuction(), await addAuction(), await addAuction()]
      const newest = auctions.map(({ id }) => id).toReversed()
      expect((await stores[0].listAuctions()).slice(0, 3).map(({ id }) => id)).toEqual(newest)
      expect((await stores[1].listAuctions('active')).slice(0, 3).map(({ id }) => id)).toEqual(newest)
    })

    test('two workers start an auction once', async () => {
      const { botsEnabled: _enabled, ...rest } = terms
      const auction = createAuction(newId(), rest, start)
      await stores[0].addAuction(auction)
      const results = await Promise.all(Array.from({ length: 6 }, (_element, index) => storeOf(index).startAuction(auction.id, start)))
      expect(results.filter((result) => result === 'started')).toHaveLength(5)
    })

    test('two workers end a round once, when its time is over, with the winners', async () => {
      const auction = await addAuction()
      const users = await Promise.all([500, 400, 400, 300].map(async (amount) => ({ id: await addUser(1000), amount })))
      for (const [index, { id, amount }] of users.entries()) {
        await storeOf(index).placeBid({ auctionId: auction.id, userId: id, amount, now: start + index })
      }
      const end = start + 30 * minute
      expect(await stores[0].completeRound(auction.id, end - 1)).toBeUndefined()
      const results = await Promise.all(Array.from({ length: 6 }, (_element, index) => storeOf(index).completeRound(auction.id, end)))
      const [completed, ...more] = results.filter((result) => result !== undefined)
      expect(more).toEqual([])
      expect(completed).toMatchObject({
        roundNumber: 1,
        winners: [500, 400, 400].map((amount, index) => ({ amount, itemNumber: index + 1 })),
        auction: { status: 'active', currentRound: 2, rounds: [{ completed: true }, { itemsCount: 2, completed: false }] },
      })
      expect(await Promise.all(users.map(({ id }) => stores[1].balanceOf(id)))).toEqual([
        { balance: 500, frozenBalance: 0 },
        { balance: 600, frozenBalance: 0 },
        { balance: 600, frozenBalance: 0 },
        { balance: 700, frozenBalance: 300 },
      ])
      // A winner may bid for the next items, too.
      expect(await stores[1].placeBid({ auctionId: auction.id, userId: users[0]?.id ?? '', amount: 200, now: end })).toMatchObject({
        result: { success: true, isNewBid: true },
      })
      const own = await stores[0].bidsOf(auction.id, users[0]?.id ?? '')
      expect(own).toMatchObject([
        { amount: 200, status: 'active' },
        { amount: 500, status: 'won', wonRound: 1, itemNumber: 1 },
      ])
      expect(await stores[0].completeRound(auction.id, end + 30 * minute)).toMatchObject({
        auction: { status: 'completed' },
        winners: [{ amount: 300 }, { amount: 200 }],
      })
      expect(await stores[1].listAuctions('completed')).toMatchObject([{ id: auction.id }])
    })

    test('agree on the ranking', async () => {
      const auction = await addAuction()
      const users = await Promise.all(Array.from({ length: 5 }, () => addUser(10_000)))
      const amounts = [300, 100, 300, 200, 100]
      for (const [index, userId] of users.entries()) {
        await storeOf(index).placeBid({ auctionId: auction.id, userId, amount: amounts[index] ?? 0, now: start })
      }
      await stores[0].placeBid({ auctionId: auction.id, userId: users[1] ?? '', amount: 200, now: start })
      const page = { limit: 50, offset: 0 }
      const [first, second] = await Promise.all(stores.map((store) => store.leaderboard(auction, page)))
      expect(first?.leaderboard.map(({ amount }) => amount)).toEqual([300, 300, 200, 200, 100])
      expect(second).toEqual(first)
      const names5 = first?.leaderboard.map(({ username }) => Number(username.split('_')[1])) ?? []
      const base = Math.min(...names5)
      expect(names5.map((name) => name - base)).toEqual([0, 2, 3, 1, 4])
      expect(await Promise.all([1, 3, 5, 6].map((rank) => stores[0].amountAtRank(auction.id, rank)))).toEqual([300, 200, 100, undefined])
      expect(await stores[1].leaderboard(auction, { limit: 2, offset: 3 })).toEqual({ ...first, leaderboard: first?.leaderboard.slice(3) })
    })

    test('neither lose nor create money under concurrent calls', async () => {
      const user = fc.nat(3)
      const amount = fc.integer({ min: 1, max: 400 })
      const action = fc.oneof(
        fc.record({ do: fc.constant('deposit' as const), user, amount }),
        fc.record({ do: fc.constant('withdraw' as const), user, amount }),
        fc.record({ do: fc.constant('bid' as const), user, amount: fc.integer({ min: 90, max: 600 }) }),
        fc.record({ do: fc.constant('complete' as const), user, amount }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
          const auction = await addAuction({ antiSnipingWindowMinutes: 30, antiSnipingExtensionMinutes: 1 })
          const users = await Promise.all(Array.from({ length: 4 }, () => addUser(500)))
          let paidIn = 4 * 500
          await Promise.all(
            actions.map(async (each, index) => {
              const store = storeOf(index)
              const userId = users[each.user] ?? ''
              if (each.do === 'deposit') {
                await store.deposit(userId, each.amount)
                paidIn += each.amount
              } else if (each.do === 'withdraw') {
                const balance = await store.withdraw(userId, each.amount)
                if (balance !== 'insufficient') paidIn -= each.amount
              }
              if (each.do === 'bid') await store.placeBid({ auctionId: auction.id, userId, amount: each.amount, now: start })
              if (each.do === 'complete') await store.completeRound(auction.id, start + 40 * minute)
            }),
          )
          const balances = await Promise.all(users.map((id) => stores[0].balanceOf(id)))
          const bids = (await Promise.all(users.map((id) => stores[1].bidsOf(auction.id, id)))).map((own) => ({
            held: own.filter(({ status }) => status === 'active'),
            won: own.filter(({ status }) => status === 'won').reduce((sum, bid) => sum + bid.amount, 0),
          }))
          expect(balances.every((balance) => balance !== undefined && balance.balance >= 0)).toBe(true)
          expect(bids.every(({ held }) => held.length <= 1)).toBe(true)
          expect(balances.map((balance) => balance?.frozenBalance)).toEqual(bids.map(({ held }) => held[0]?.amount ?? 0))
          const left = balances.reduce((sum, balance) => sum + (balance?.balance ?? 0) + (balance?.frozenBalance ?? 0), 0)
          expect(left + bids.reduce((sum, { won }) => sum + won, 0)).toBe(paidIn)
        }),
        { numRuns: 30 },
      )
    })
  })
})
