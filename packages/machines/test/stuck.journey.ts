import { journey } from '@benchpress/core'

/** Its first user stays in a loop for ever. */
export default journey(async ({ http, id }) => {
  await http.get('/?on=1')
  if (id === 0) for (;;);
})
