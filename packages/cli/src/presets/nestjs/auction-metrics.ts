/** What the journeys of the auctions count beside what every test does. */
export const auctionMetrics = {
  bids_refused: { type: 'counter', by: 'reason', description: 'bids that were answered with success: false' },
} as const
