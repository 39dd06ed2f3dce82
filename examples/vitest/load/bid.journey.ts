import { journey, path } from '@benchpress/core'

/** A user who looks at the auctions and bids on one of them. */
export default journey(async ({ http, random, iteration, check }) => {
  const auctions = await http.get('/auctions')
  const { id } = random.pick(auctions.json<readonly { readonly id: string }[]>())
  const bid = await http.post(path`/auctions/${id}/bid`, { json: { amount: iteration.globalIndex + 1 }, expect: { status: 201 } })
  check('the bid has a reply', typeof bid.json<{ readonly accepted: unknown }>().accepted === 'boolean')
})
