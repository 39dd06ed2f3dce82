import { journey } from '@benchpress/core'

// Opens far more connections than there are users, which nobody can know before.
export default journey(async ({ sse, http, think }) => {
  await http.get('/when?posted=0', { name: 'before' })
  for (let index = 0; index < 30; index++) sse.subscribe(`/events?ids=${index}`, { name: 'GET /events', retry: '50ms', onEvent: () => {} })
  await think('1h')
})
