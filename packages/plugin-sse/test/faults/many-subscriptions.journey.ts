import { journey } from '@benchpress/core'

// Opens far more connections than there are users, which cannot be known beforehand.
export default journey(async ({ sse, http, think }) => {
  const ask = async (): Promise<void> => void (await http.get('/when?posted=0', { name: 'asked' }))
  await ask()
  for (let index = 0; index < 30; index++) sse.subscribe(`/events?ids=${index}`, { name: 'GET /events', retry: '50ms', onEvent: () => {} })
  // A target that sends no response for seconds has failed.
  for (;;) {
    await think('100ms')
    await ask()
  }
})
