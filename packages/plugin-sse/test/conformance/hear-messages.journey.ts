import { journey } from '@benchpress/core'

// Posts a message to itself and waits until it arrives.
export default journey(async ({ id, iteration, sse, http }) => {
  const name = `${id}-${iteration.globalIndex}`
  const subscription = sse.subscribe(`/events?ids=${name}`, { name: 'GET /events', recipients: name, payload: { json: 'message' } })
  await subscription.opened
  const message = sse.send(name)
  const response = await http.post(`/message?to=${name}`, { body: message.stamp, name: 'POST /message' })
  if (response.ok) message.accepted()
  else message.refused()
  for await (const { type } of subscription) if (type === 'message') break
  subscription.close()
})
