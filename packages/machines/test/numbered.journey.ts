import { feed, journey } from '@benchpress/core'

const rows = feed(
  Array.from({ length: 20_000 }, (_, row) => ({ row })),
  { mode: 'unique', name: 'rows' },
)

/** Tells the target which iteration of which user it is, what was drawn for it and which row of a feed it got. */
export default journey(async ({ http, id, iteration, random, user }) => {
  const query = { user: id, pass: iteration.index, index: iteration.globalIndex, drawn: random.int(0, 1e9), row: rows.next(user).row }
  await http.get('/', { query, name: 'GET /' })
})
