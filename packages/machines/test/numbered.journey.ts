import { feed, journey } from '@benchpress/core'

const rows = feed(
  Array.from({ length: 20_000 }, (_, row) => ({ row })),
  { mode: 'unique', name: 'rows' },
)

/** Sends the target the iteration, the user, a random number and a row of a feed. */
export default journey(async ({ http, id, iteration, random, user }) => {
  const query = { user: id, pass: iteration.index, index: iteration.globalIndex, drawn: random.int(0, 1e9), row: rows.next(user).row }
  await http.get('/', { query, name: 'GET /' })
})
